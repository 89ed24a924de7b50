// Hungarian cards: hearts, bells (diamonds), leaves (spades) and acorns (clubs), with people of
// "William Tell" as kings, Obers and Unters, and seasons as aces. `hungarian/` of the client draws them.
import './hungarian.css'
import pips from './pips.json'
import { LAYOUT } from '../artwork'
import { byCard, type Deck } from '../deck'

const MIDDLE = 100
/** The factor by which the columns move towards the middle: bells and acorns are broad. */
const NEARER = 0.84

export const HUNGARIAN: Deck = {
  name: 'hungarian',
  suitKey: 'ui.settings.deck.hungarian.',
  pips,
  layout: Object.fromEntries(
    Object.entries(LAYOUT).map(([rank, places]) => [
      rank,
      places.map(([x, y]) => [MIDDLE + NEARER * (x - MIDDLE), y] as const),
    ]),
  ),
  pictures: byCard(
    import.meta.glob<string>('../../../.courts/hungarian/*.svg', {
      query: '?url',
      import: 'default',
      eager: true,
    }),
  ),
  numerals: { '7': 'VII', '8': 'VIII', '9': 'IX', T: 'X' },
}
