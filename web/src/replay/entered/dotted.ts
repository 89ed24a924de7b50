// Hands in the dotted form of PBN, as other programs write them: `N:AK.T9.8.JQ ...`, the suits of
// each hand from spades down. Pure; `rebelote.rules.records.dotted` reads the same.

import { blank, withHand, handSize, packOf, type LaidOut } from './laidOut'

const SEATS = 'NESW'

/** Parse a dotted hand; null for any other text. */
export function dottedHand(text: string): string[] | null {
  if (text === '-') return []
  const suits = text.toUpperCase().replaceAll('10', 'T').split('.')
  if (suits.length !== 4 || !suits.every((ranks) => /^[789TJQKA]*$/.test(ranks))) return null
  return suits.flatMap((ranks, suit) => [...ranks].map((rank) => rank + 'SHDC'[suit]!))
}

/** Return a deal by these rules that is pasted in this form, with its dealer where one is named;
 * null for what is none, and for hands that cannot be dealt by them. */
export function dottedDeal(text: string, preset: string): LaidOut | null {
  const tag = (name: string) => new RegExp(`\\[${name}\\s+"([^"]*)"\\s*\\]`, 'i').exec(text)?.[1]
  const [, first, rest] = /^\s*([NESW]):(.*)$/is.exec(tag('Deal') ?? text) ?? []
  const result = rest?.trim().split(/\s+/).map(dottedHand)
  const laid = blank(preset)
  const seats = laid.hands.length
  const start = first === undefined ? -1 : SEATS.indexOf(first.toUpperCase())
  if (result?.length !== seats || start < 0 || start >= seats) return null
  const hands = laid.hands.map((_, seat) => result[(seat - start + seats) % seats] ?? null)
  if (!hands.every((hand) => hand !== null) || !canBeDealt(hands, preset)) return null
  const dealer = SEATS.indexOf(tag('Dealer')?.toUpperCase() || '?')
  const whole = hands.reduce((laidOut, hand, seat) => withHand(laidOut, seat, hand), laid)
  return dealer >= 0 && dealer < seats ? { ...whole, dealer } : whole
}

function canBeDealt(hands: readonly string[][], preset: string): boolean {
  const cards = hands.flat()
  const pack = packOf(preset)
  return (
    cards.length > 0 &&
    new Set(cards).size === cards.length &&
    cards.every((card) => pack.includes(card)) &&
    hands.every((hand) => hand.length <= handSize(preset))
  )
}
