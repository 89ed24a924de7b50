// The moments of a whole match that are worth a look. Pure.

import type { Review, SheetRow } from '../net/messages'
import { costliest, momentsOf, type Moment } from './review'

/** Deals of a match that are reviewed for it: those that brought most. */
const REVIEWED = 12
/** Moments that are shown. */
const SHOWN = 3

/** A moment, and the deal in which it fell. */
export interface MatchMoment extends Moment {
  deal: number
}

/** Return the numbers of the deals to review, the one that decided most first. */
export const tellingDeals = (sheet: readonly SheetRow[]): number[] =>
  sheet
    .filter(({ contract, outcome }) => contract !== null && outcome !== null)
    .sort((a, b) => spread(b) - spread(a))
    .slice(0, REVIEWED)
    .map(({ number }) => number)

const spread = ({ marks }: SheetRow): number => Math.max(...marks) - Math.min(...marks)

/** Return the costliest moments in the order of play: the errors of `seat` before those of others;
 * for a watcher (null) those of everybody. */
export function worthALook(
  reviews: ReadonlyMap<number, Review>,
  players: number,
  seat: number | null,
): MatchMoment[] {
  const all = [...reviews].flatMap(([deal, { reviewed }]) =>
    reviewed ? momentsOf(reviewed.report, players).map((moment) => ({ ...moment, deal })) : [],
  )
  const sorted = costliest(all)
  const mine = ({ decision }: Moment) => seat === null || decision.seat === seat
  return [...sorted.filter(mine), ...sorted.filter((one) => !mine(one))]
    .slice(0, SHOWN)
    .sort((a, b) => a.deal - b.deal || a.decision.number - b.decision.number)
}
