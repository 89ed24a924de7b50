// The time for which each event is shown before the next.

import type { Happening } from './events'

export type Pause =
  'none' | 'own' | 'land' | 'card' | 'call' | 'deal' | 'talk' | 'claim' | 'hold' | 'sweep'

/** Milliseconds for each pause. `hold` may be Infinity: until a tap. */
export type Pace = Record<Pause, number> & { bubble: number }

/** No card follows another sooner, in milliseconds. */
const CARD_AT_LEAST = 350

/** Return the pace at a speed (1 is normal, 2 twice as fast), with the hold of the finished trick
 * in milliseconds; `dealt`: the pack is seen to be cut and dealt. */
export const paceOf = (speed: number, hold: number, dealt = true): Pace => ({
  none: 0,
  own: 220 / speed,
  land: 220 / speed,
  card: Math.max(CARD_AT_LEAST, 450 / speed),
  call: 700 / speed,
  deal: dealt ? 1000 / speed : 0,
  talk: 1100 / speed,
  claim: 3000 / speed,
  hold,
  sweep: 260 / speed,
  bubble: 2600,
})

/** Return the pause after an event; `mine`: the seat of the viewer, whose own card is no news. */
export function pauseAfter(
  event: Happening,
  following: Happening | undefined,
  mine: number,
): Pause {
  switch (event.event) {
    case 'card_played':
      if (following?.event === 'trick_won') return 'land'
      return event.seat === mine ? 'own' : 'card'
    case 'passed':
    case 'took':
    case 'bid_made':
    case 'doubled':
    case 'redoubled':
    case 'call_said':
      return 'call'
    case 'pack_cut':
    case 'cards_dealt':
      return 'deal'
    case 'deal_died':
    case 'redeal_asked':
    case 'melds_shown':
    case 'melds_lost':
    case 'disclosed':
    case 'demanded':
    case 'challenged':
    case 'rest_claimed':
    case 'claim_answered':
    case 'claim_refused':
    case 'claim_failed':
    case 'false_play_found':
    case 'false_accusation':
      return 'talk'
    default:
      return 'none'
  }
}
