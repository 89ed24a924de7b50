// The type of a deck, and the French deck.

import { LAYOUT, PIPS } from './artwork'
import type { SuitText } from './cards'
import type { DECKS } from '../settings/settings.svelte'

/** A part of a pip, in a box of 100 by 100. */
export interface Layer {
  d: string
  fill?: string
  stroke?: string
  width?: number
}

export interface Deck {
  name: (typeof DECKS)[number]
  /** The beginning of the keys by which its suits are called. */
  suitKey: string
  pips: Record<SuitText, readonly Layer[]>
  /** The positions of the pips on a card of 200 by 280, by rank. */
  layout: Readonly<Record<string, readonly (readonly [number, number])[]>>
  /** Addresses of the pictures of those cards that are more than pips. */
  pictures: Readonly<Record<string, string>>
  /** Roman numerals of number cards, by rank. */
  numerals?: Readonly<Record<string, string>>
}

/** Return addresses by card of files that are named by their cards. */
export const byCard = (files: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(files).map(([file, address]) => [file.slice(-'JH.svg'.length, -4), address]),
  )

export const FRENCH: Deck = {
  name: 'french',
  suitKey: 'suit.',
  pips: {
    S: [{ d: PIPS.S, fill: 'currentColor' }],
    H: [{ d: PIPS.H, fill: 'currentColor' }],
    D: [{ d: PIPS.D, fill: 'currentColor' }],
    C: [{ d: PIPS.C, fill: 'currentColor' }],
  },
  layout: LAYOUT,
  pictures: byCard(
    import.meta.glob<string>('../../.courts/*.svg', {
      query: '?url',
      import: 'default',
      eager: true,
    }),
  ),
}
