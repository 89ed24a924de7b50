// Order of the hand and places of the seats on the screen. Presentation alone: the server decides
// what may be played and what wins.

import { PLAIN_ORDER, SIDES, TRUMP_ORDER } from '../net/constants'
import type { Take } from '../net/messages'

export type TrumpText = Take['contract']
export type SuitText = Exclude<TrumpText, 'all' | 'none'>

export const HAND_ORDERS = ['alternate', 'suits', 'fixed'] as const
export type HandOrder = (typeof HAND_ORDERS)[number]
export type Place = 'bottom' | 'right' | 'top' | 'left'

const SUITS: SuitText[] = ['S', 'H', 'C', 'D']
const RED = 'HD'

export const suitOf = (card: string): SuitText => card[1] as SuitText
export const rankOf = (card: string): string => card[0] ?? ''
const isRed = (suit: SuitText): boolean => RED.includes(suit)

/** Return the hand in its usual order: trumps first, then suits in turn of colour or always the same;
 * or all suits in their places, trumps as well. `laid`: moved by hand. */
export function arranged(
  hand: string[],
  trump: TrumpText | null,
  order: HandOrder,
  laid: string[] = [],
): string[] {
  return asLaid(sorted(hand, trump, order), laid)
}

function sorted(hand: string[], trump: TrumpText | null, order: HandOrder): string[] {
  const held = SUITS.filter((suit) => hand.some((card) => suitOf(card) === suit))
  const suits =
    order === 'alternate'
      ? alternating(held, trump)
      : trumpFirst(held, order === 'suits' ? trump : null)
  return suits.flatMap((suit) =>
    bySize(
      hand.filter((card) => suitOf(card) === suit),
      suit === trump || trump === 'all',
    ),
  )
}

/** Whether a card is one of the only trump suit. */
export const isTrump = (card: string, trump: TrumpText | undefined): boolean =>
  suitOf(card) === trump

/** Return cards where their holder laid them; new ones to the right. */
function asLaid(hand: string[], laid: string[]): string[] {
  const kept = laid.filter((card) => hand.includes(card))
  return [...kept, ...hand.filter((card) => !kept.includes(card))]
}

function bySize(cards: string[], trump: boolean): string[] {
  const sizes = trump ? TRUMP_ORDER : PLAIN_ORDER
  return [...cards].sort((a, b) => sizes.indexOf(rankOf(a)) - sizes.indexOf(rankOf(b)))
}

const trumpFirst = (suits: SuitText[], trump: TrumpText | null): SuitText[] =>
  [...suits].sort((a, b) => Number(b === trump) - Number(a === trump))

/** Return the first order with trump first that has the fewest neighbours of one colour. */
function alternating(suits: SuitText[], trump: TrumpText | null): SuitText[] {
  const clashes = (order: SuitText[]) =>
    order.filter((suit, i) => i > 0 && isRed(suit) === isRed(order[i - 1]!)).length
  const orders = permutations(suits).filter(
    (order) => !suits.includes(trump as SuitText) || order[0] === trump,
  )
  return orders.reduce(
    (best, order) => (clashes(order) < clashes(best) ? order : best),
    orders[0] ?? [],
  )
}

function permutations<T>(items: T[]): T[][] {
  if (!items.length) return [[]]
  return items.flatMap((item, i) =>
    permutations([...items.slice(0, i), ...items.slice(i + 1)]).map((rest) => [item, ...rest]),
  )
}

/** Return the hand with a card moved by one place. */
export function moved(hand: string[], card: string, by: number): string[] {
  const from = hand.indexOf(card)
  const to = Math.min(Math.max(from + by, 0), hand.length - 1)
  const rest = hand.filter((other) => other !== card)
  return [...rest.slice(0, to), card, ...rest.slice(to)]
}

/** The places at a table of so many, in the order of the turn where it goes counter-clockwise. */
const PLACES: Record<number, Place[]> = {
  2: ['bottom', 'top'],
  3: ['bottom', 'right', 'left'],
  4: ['bottom', 'right', 'top', 'left'],
}
const MIRRORED: Partial<Record<Place, Place>> = { left: 'right', right: 'left' }

/** Return the place of a seat as seen from mine; the next to act sits at my right if the turn goes
 * counter-clockwise. */
export function placeOf(
  seat: number,
  mine: number,
  players: number,
  direction: 'cw' | 'ccw',
): Place {
  const distance = (seat - mine + players) % players
  const place = PLACES[players]?.[distance] ?? 'top'
  return direction === 'cw' ? (MIRRORED[place] ?? place) : place
}

/** Return the sides at a table of so many players. */
export const sidesOf = (players: number): number[] => [
  ...new Set((SIDES as Record<string, readonly number[]>)[players] ?? []),
]

/** Whether two and two play together at a table of so many; else each plays alone. */
export const isPaired = (players: number): boolean => sidesOf(players).length < players

/** Return the side of a seat; where each plays alone it is its own. */
export const sideOf = (seat: number, players: number): number =>
  (SIDES as Record<string, readonly number[]>)[players]?.[seat] ?? seat
