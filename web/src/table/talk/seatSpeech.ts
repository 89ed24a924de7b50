// The speech and the cards shown at a seat.

import { cry } from '../../i18n/speech'
import { isPass } from '../auction/bidding'
import { isNamed } from '../auction/calls'
import { calledName, kindSaid, meldName } from '../../i18n/gameWords'
import { capital, type Words } from '../../i18n/words'
import type { Bid, View } from '../../net/messages'
import type { Bubble, ChatLine } from '../state'

export interface Speech {
  /** A bid, which is shown as a badge. */
  bid?: Pick<Bid, 'trump' | 'value'>
  text?: string
  /** A reaction by its name. */
  reaction?: string
  /** Words of the chat. */
  chat?: boolean
  /** A call of the auction, which is read until the next one. */
  call?: boolean
  passed?: boolean
}

export interface Laid {
  name: string
  cards: string[]
}

interface Occasion {
  seat: number
  view: View
  /** The latest event at this seat. */
  event: Bubble['event'] | undefined
  /** The latest chat message from this seat. */
  received: ChatLine | undefined
  /** Whether somebody looks at its announcements. */
  looking: boolean
  /** The hand that lies open here while its claim is played out. */
  lies: string[] | null
}

/** Return the cards that lie open at a seat, and what they are. */
export function laidOpen(t: Words, { seat, view, event, looking, lies }: Occasion): Laid[] {
  if (event?.event === 'rest_claimed' && event.cards.length)
    return [{ name: t('said.rest'), cards: event.cards }]
  if (lies?.length) return [{ name: t('said.rest'), cards: lies }]
  const kept = view.melds.find((entry) => entry.seat === seat)?.shown ?? []
  const melds = event?.event === 'melds_shown' ? event.melds : looking ? kept : []
  return melds.map((meld) => ({ name: meldName(t, meld), cards: meld.cards }))
}

/** Whether bids are said in the place of backs: the middle holds the one that stands. */
export const bidsAloud = (view: View): boolean => view.phase === 'bidding' && !view.turned

/** Return the text at a seat; the newest first, and chat before calls. */
export function speechOf(t: Words, asked: Occasion, laid: boolean): Speech | null {
  const { event, received, looking, view, seat } = asked
  if (event?.event === 'bid_made') return { bid: event }
  const words =
    event && (event.event === 'rest_claimed' || !laid) ? cry(event, t, Boolean(view.turned)) : ''
  if (words) return { text: words }
  const kinds = view.melds.find((entry) => entry.seat === seat)?.kinds
  if (looking && kinds && !laid)
    return { text: kinds.map((kind) => capital(kindSaid(t, kind))).join(t('ui.comma')) }
  return (received && chatted(t, received)) ?? called(t, view, seat)
}

function chatted(t: Words, { reaction, text, phrase }: ChatLine): Speech {
  if (reaction) return { reaction }
  return { chat: true, text: text || (phrase ? t.coded(`phrase.${phrase}`, phrase) : '') }
}

function called(t: Words, view: View, seat: number): Speech | null {
  if (view.phase !== 'bidding') return null
  const call = view.calls.filter((one) => one.seat === seat).at(-1)
  if (!call) return null
  if (!call.trump || isNamed(call))
    return { text: calledName(t, call), call: true, passed: isPass(call) }
  return bidsAloud(view) ? { bid: { trump: call.trump, value: call.value }, call: true } : null
}
