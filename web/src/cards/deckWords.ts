// Suits as they are called and typed with the deck in use: a spade of Hungarian cards is a leaf.

import { deck } from './deck.svelte'
import type { SuitText } from './cards'
import type { Key, Words } from '../i18n/words'

const SUITS = ['S', 'H', 'D', 'C'] as const
const SIGNS: Record<SuitText, string> = { S: '♠', H: '♥', D: '♦', C: '♣' }
const isFrench = (): boolean => deck.now.name === 'french'

/** "spades", or "leaves". */
export const suitOnCards = (words: Words, suit: SuitText): string =>
  words(`${deck.now.suitKey}${suit}` as Key)

/** Return the typed form of a suit: the letter of its name, or just enough to distinguish it. */
export function suitTyped(words: Words, suit: SuitText): string {
  if (isFrench()) return words(`suit.letter.${suit}`)
  const name = suitOnCards(words, suit)
  const others = SUITS.filter((one) => one !== suit).map((one) => suitOnCards(words, one))
  const ends = Array.from(name, (_, at) => name.slice(0, at + 1))
  const own = ends.find((start) => !others.some((other) => other.startsWith(start)))
  return (own ?? name).toUpperCase()
}

/** Return the written form of a suit: its sign, if it has one. */
export const suitWritten = (words: Words, suit: SuitText): string =>
  isFrench() ? SIGNS[suit] : suitTyped(words, suit)
