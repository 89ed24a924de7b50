// The deck in use. Cards and suits are drawn from it wherever they are shown.

import { FRENCH, type Deck } from './deck'

export const deck: { now: Deck } = $state({ now: FRENCH })
