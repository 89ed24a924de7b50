// The cards of a deal as they are given by hand: who was dealt what, in which order. Pure.

import { summaryOf } from '../../net/games'
import { PLAIN_ORDER } from '../../net/constants'

const SUITS = ['S', 'H', 'C', 'D'] as const
const SIGNS: Record<string, string> = { S: '♠', H: '♥', C: '♣', D: '♦' }

export interface LaidOut {
  preset: string
  dealer: number
  /** The hands by seat, each in the order in which it was dealt. */
  hands: string[][]
  /** The card turned up; empty where none is, or not yet. */
  turned: string
}

/** Return a deal without cards by these rules; the last seat deals, so that the first speaks. */
export function blank(preset: string): LaidOut {
  const players = summaryOf(preset)?.players ?? 4
  const hands = Array.from({ length: players }, () => [])
  return { preset, dealer: players - 1, hands, turned: '' }
}

/** Return the hands as text. */
export const handsOf = ({ hands }: LaidOut): string[] => hands.map((hand) => hand.join(' '))

/** Return the cards of the game, suit by suit, from high to low. */
export function packOf(preset: string): string[] {
  const missing = summaryOf(preset)?.left_out.split(' ') ?? []
  const whole = SUITS.flatMap((suit) => [...PLAIN_ORDER].map((rank) => rank + suit))
  return whole.filter((card) => !missing.includes(card))
}

export const handSize = (preset: string): number => summaryOf(preset)?.hand_size ?? 8

/** Return the seat that holds a card; -1 for none. */
export const holderOf = ({ hands }: LaidOut, card: string): number =>
  hands.findIndex((hand) => hand.includes(card))

/** Return the deal with these cards in the hand of a seat; other hands lose them. */
export function withHand(laid: LaidOut, seat: number, cards: readonly string[]): LaidOut {
  const hand = [...new Set(cards)].slice(0, handSize(laid.preset))
  const hands = laid.hands.map((held, i) =>
    i === seat ? hand : held.filter((card) => !hand.includes(card)),
  )
  const turned = hands.some((held) => held.includes(laid.turned)) ? laid.turned : ''
  return { ...laid, hands, turned }
}

/** Return the deal after a card was tapped: to this seat, or back to the pack where it was in a
 * hand. */
export function tapped(laid: LaidOut, seat: number, card: string): LaidOut {
  const holder = holderOf(laid, card)
  const held = laid.hands[holder < 0 ? seat : holder] ?? []
  if (holder < 0) return withHand(laid, seat, [...held, card])
  return withHand(
    laid,
    holder,
    held.filter((other) => other !== card),
  )
}

/** Return the seat that gets the next card: this one until its hand is full, then the next that is
 * not. */
export function nextSeat({ preset, hands }: LaidOut, seat: number): number {
  const order = hands.map((_, turn) => (seat + turn) % hands.length)
  return order.find((one) => hands[one]!.length < handSize(preset)) ?? seat
}

/** Return the cards that nobody has. */
export const leftIn = (laid: LaidOut): string[] =>
  packOf(laid.preset).filter((card) => holderOf(laid, card) < 0)

/** Whether a seat lacks as many cards as are left. */
export const takesRest = (laid: LaidOut, seat: number): boolean => {
  const left = leftIn(laid).length
  return left > 0 && left === handSize(laid.preset) - laid.hands[seat]!.length
}

/** Whether every hand is full, and the card is known that was turned up, where one is. */
export const isWhole = ({ preset, hands, turned }: LaidOut): boolean =>
  hands.every((hand) => hand.length === handSize(preset)) &&
  (!summaryOf(preset)?.turns_up || turned !== '')

/** The letter for a rank in the reader's language: 10 for T, V for the jack. */
export type Letter = (rank: string) => string

/** Write cards: "V♠ 10♥", or in letters that every keyboard has: "VP 10C". */
export const written = (cards: readonly string[], letter: Letter, suit: Letter): string =>
  cards.map((card) => letter(card[0]!) + suit(card[1]!)).join(' ')

/** Return the ways to read a text as a hand: in the reader's letters, in a record's, or in both.
 * None where it is no hand; two where the reader's suits and a record's are other cards. */
export function readings(
  text: string,
  preset: string,
  letter: Letter,
  suitLetter: Letter,
): string[][] {
  const own = { ranks: letter, suits: suitLetter }
  const record = { ranks: (rank: string) => rank, suits: (suit: string) => suit }
  const mixed = [own, record].map(({ suits }) => [
    { ranks: own.ranks, suits },
    { ranks: record.ranks, suits },
  ])
  const result = [[[own], [record]], mixed].map((alphabets) =>
    alphabets.map((one) => readIn(text, preset, one)).filter((cards) => cards !== null),
  )
  const [one, other] = result.find((ways) => ways.length) ?? []
  if (!one) return []
  return other && other.join() !== one.join() ? [one, other] : [one]
}

interface Alphabet {
  ranks: Letter
  suits: Letter
}

function readIn(text: string, preset: string, alphabets: readonly Alphabet[]): string[] | null {
  const names = new Map(
    packOf(preset).flatMap((card) =>
      alphabets.flatMap((one) => spellings(card, one).map((name) => [name, card] as const)),
    ),
  )
  const result = text
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map((word) => names.get(word))
  return result.every((card) => card !== undefined) ? result : null
}

function spellings(card: string, { ranks, suits }: Alphabet): string[] {
  const [rank, suit] = [card[0]!, card[1]!]
  const written = [ranks(rank).toUpperCase(), ...(rank === 'T' ? ['10'] : [])]
  return written.flatMap((one) => [one + suits(suit).toUpperCase(), one + SIGNS[suit]!])
}
