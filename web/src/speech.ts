// What is said of each event? One sentence for the ear and the log, a short cry for the bubble.

import type { Event, Player, View } from './messages'
import { sideOf } from './cards'
import { capital, kindName, meldName, theCard, cardName, trumpName, type Key, type Words } from './words'

export interface Listening {
  words: Words
  /** The seat of the listener. */
  seat: number
  players: Player[]
}

/** Who sits there, in the listener's words. */
export function nameOf(at: Listening, seat: number): string {
  return seat === at.seat ? at.words('seat.you') : (at.players[seat]?.name ?? String(seat + 1))
}

/** The whole sentence; empty when there is nothing to say. */
export function sentence(event: Event, at: Listening): string {
  const { words } = at
  const by = (key: string, seat: number, values: Record<string, string | number> = {}) =>
    words((seat === at.seat ? `${key}.you` : key) as Key, { name: nameOf(at, seat), ...values })
  switch (event.event) {
    case 'match_began':
      return words('event.match_began')
    case 'deal_began':
      return by('event.deal_began', event.dealer, { number: event.number })
    case 'pack_cut':
      return by('event.pack_cut', event.seat)
    case 'cards_dealt':
      return words('event.cards_dealt', { card: cardName(words, event.turned) })
    case 'passed':
      return by('event.passed', event.seat)
    case 'took':
      return by('event.took', event.seat, { suit: trumpName(words, event.trump) })
    case 'deal_died':
      return words('event.deal_died')
    case 'announced':
      return event.kinds.length ? by('event.announced', event.seat, { kinds: event.kinds.map((kind) => kindName(words, kind)).join(', ') }) : ''
    case 'card_played': {
      const played = by('event.card_played', event.seat, { card: theCard(words, event.card) })
      return event.said ? `${played} ${words(`said.${event.said}`)}` : played
    }
    case 'contest_settled':
      return words(`event.contest_settled.${whose(event.side, at)}`, { reason: words(`contest.by.${event.by}`) })
    case 'melds_shown':
      return by('event.melds_shown', event.seat, { melds: event.melds.map((meld) => meldName(words, meld)).join(', ') })
    case 'trick_won':
      return by('event.trick_won', event.seat, { points: event.points })
    case 'deal_ended':
      return words('event.deal_ended', ours(event.marks, at))
    case 'match_ended':
      return words(`event.match_ended.${whose(event.winner, at) === 'us' ? 'us' : 'them'}`, ours(event.scores, at))
  }
}

const mySide = (at: Listening): number => sideOf(at.seat, at.players.length)

function whose(side: number | null, at: Listening): 'us' | 'them' | 'nobody' {
  return side === null ? 'nobody' : side === mySide(at) ? 'us' : 'them'
}

function ours(pair: number[], at: Listening): { us: number; them: number } {
  const us = mySide(at)
  return { us: pair[us] ?? 0, them: pair[1 - us] ?? 0 }
}

/** What is cried at the table, for the bubble. */
export function cry(event: Event, words: Words): string {
  switch (event.event) {
    case 'passed':
      return words('call.pass')
    case 'took':
      return event.round === 1 ? words('call.take') : words('call.suit', { suit: capital(trumpName(words, event.trump)) })
    case 'announced':
      return event.kinds.map((kind) => capital(kindName(words, kind))).join(', ')
    case 'card_played':
      return event.said ? words(`said.${event.said}`) : ''
    case 'melds_shown':
      return event.melds.map((meld) => capital(kindName(words, meld.kind))).join(', ')
    default:
      return ''
  }
}

/** What the player is asked for, or whom the table waits for. */
export function question(view: View, at: Listening): string {
  const { words } = at
  if (view.to_act === null) return ''
  if (!view.legal) return words('ask.wait', { name: nameOf(at, view.to_act) })
  if (view.legal.actions.includes('play')) return words(view.trick.cards.length ? 'ask.play' : 'ask.lead')
  if (view.phase === 'cut' || view.phase === 'packets') return words(`ask.${view.phase}`)
  const turned = view.legal.trumps.length === 1 ? view.legal.trumps[0] : undefined
  return turned ? words('ask.round1', { suit: trumpName(words, turned) }) : words('ask.round2')
}
