// A deal with real cards while it is typed in, and what is sent of it. Pure: the law counts.

import { sidesOf } from '../cards/cards'
import type { PaperDeal, PaperForm } from '../net/messages'

export type TrumpOf = PaperForm['trumps'][number]
export type ValueOf = PaperForm['values'][number]

/** The entries for one side; `points` is empty if the side has the rest. */
export interface SideEntry {
  points: number | null
  trickless: boolean
  melds: number | null
  belotes: number
  fallen: number | null
}

export interface DealEntry {
  passed: boolean
  attacker: number | null
  trump: TrumpOf | null
  value: ValueOf | null
  stake: number
  sides: SideEntry[]
}

const BELOTE = 20

export const blank = (players: number): DealEntry => ({
  passed: false,
  attacker: null,
  trump: null,
  value: null,
  stake: 1,
  sides: sidesOf(players).map(() => ({
    points: null,
    trickless: false,
    melds: null,
    belotes: 0,
    fallen: null,
  })),
})

/** Convert a deal back to an entry, to be corrected. */
export function entryOf(deal: PaperDeal, players: number): DealEntry {
  const entry = blank(players)
  return {
    passed: (deal.attacker ?? null) === null,
    attacker: deal.attacker ?? null,
    trump: deal.trump ?? null,
    value: deal.value ?? null,
    stake: deal.stake ?? 1,
    sides: entry.sides.map((_, side) => ({
      points: deal.points?.[side] ?? null,
      trickless: deal.trickless?.includes(side) ?? false,
      melds: deal.melds?.[side] || null,
      belotes: (deal.belote?.[side] ?? 0) / BELOTE,
      fallen: deal.trick_melds?.[side] || null,
    })),
  }
}

/** Whether enough is known for the law to count: who took, what is trump, and the points. */
export function isWhole(entry: DealEntry, form: PaperForm): boolean {
  if (entry.passed) return true
  const bid = !form.values.length || entry.value !== null
  const open = entry.sides.filter(({ points, trickless }) => points === null && !trickless)
  return entry.attacker !== null && entry.trump !== null && bid && open.length <= 1
}

/** Return the points of the one side that is left out; null while more than one is, or none. */
export function restOf(entry: DealEntry, total: number): number | null {
  const open = entry.sides.filter(({ points, trickless }) => points === null && !trickless)
  const known = entry.sides.reduce((sum, { points }) => sum + (points ?? 0), 0)
  return open.length === 1 && known <= total ? total - known : null
}

export function dealOf(entry: DealEntry): PaperDeal {
  if (entry.passed) return {}
  const of = <T>(what: (side: SideEntry) => T): T[] => entry.sides.map(what)
  return {
    attacker: entry.attacker,
    trump: entry.trump,
    value: entry.value,
    stake: entry.stake,
    points: of(({ points, trickless }) => (trickless ? 0 : points)),
    trickless: entry.sides.flatMap(({ trickless }, side) => (trickless ? [side] : [])),
    melds: of(({ melds }) => melds ?? 0),
    belote: of(({ belotes }) => BELOTE * belotes),
    trick_melds: of(({ fallen }) => fallen ?? 0),
    alone: entry.value === 'generale' && entry.sides.some(({ trickless }) => trickless),
  }
}
