// What is said and shown at a seat.

import { cry } from '../i18n/speech'
import { isNamed } from './bidding'
import { calledName, capital, kindName, meldName, type Words } from '../i18n/words'
import type { Bid, View } from '../net/messages'
import type { Bubble, ChatLine } from './state'

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
  /** What just happened here. */
  event: Bubble['event'] | undefined
  /** What was just written here. */
  received: ChatLine | undefined
  /** Whether somebody looks at its announcements. */
  looking: boolean
  /** The hand that lies open here while its claim is played out. */
  lies: string[] | null
}

/** The cards that lie open at a seat, and what they are. */
export function laidOpen(t: Words, { seat, view, event, looking, lies }: Occasion): Laid[] {
  if (event?.event === 'rest_claimed') return [{ name: t('said.rest'), cards: event.cards }]
  if (lies?.length) return [{ name: t('said.rest'), cards: lies }]
  const kept = view.melds.find((entry) => entry.seat === seat)?.shown ?? []
  const melds = event?.event === 'melds_shown' ? event.melds : looking ? kept : []
  return melds.map((meld) => ({ name: meldName(t, meld), cards: meld.cards }))
}

/** A bid is said in the place of backs: the middle holds the one that stands. */
export const bidsAloud = (view: View): boolean => view.phase === 'bidding' && !view.turned

/** What is read at a seat; the newest first, and words before what was called. */
export function speechOf(t: Words, asked: Occasion, laid: boolean): Speech | null {
  const { event, received, looking, view, seat } = asked
  if (event?.event === 'bid_made') return { bid: event }
  const words =
    event && (event.event === 'rest_claimed' || !laid) ? cry(event, t, Boolean(view.turned)) : ''
  if (words) return { text: words }
  const kinds = view.melds.find((entry) => entry.seat === seat)?.kinds
  if (looking && kinds && !laid)
    return { text: kinds.map((kind) => capital(kindName(t, kind))).join(', ') }
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
    return { text: calledName(t, call), call: true, passed: !call.said }
  return bidsAloud(view) ? { bid: { trump: call.trump, value: call.value }, call: true } : null
}
