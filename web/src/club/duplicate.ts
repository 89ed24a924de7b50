// Duplicate: games of one deal each, by table and by deal, and what they count.

import type { ClubState, Format, StandingRow, TableGame } from '../net/messages'
import { decimal, quoted, type Evening } from './evening.svelte'

/** Whether all tables play the same deals. */
export const isDuplicate = (draw: Format['draw']): boolean =>
  draw === 'howell' || draw === 'mitchell'

/** By what deals are compared; none in an evening of games. */
export const comparisonOf = (event: ClubState | null) =>
  event && isDuplicate(event.format.draw) ? (event.format.comparison ?? 'matchpoints') : undefined

/** Where a deal was played, and in which round. */
export interface Line {
  round: number
  game: TableGame
}
/** A deal, and what each table has of it. */
export interface ComparedDeal {
  number: number
  lines: Line[]
}

/** The first game of each table, how many of its games are over, and at which place the next is. */
export function tablesOf(games: readonly TableGame[]) {
  const tables = new Map<number, { game: TableGame; all: number; over: number; at: number }>()
  for (const [at, game] of games.entries()) {
    const table = tables.get(game.table) ?? { game, all: 0, over: 0, at }
    if (table.all === table.over) table.at = at
    table.all += 1
    table.over += game.state === 'over' ? 1 : 0
    tables.set(game.table, table)
  }
  return [...tables.values()]
}

/** The deals of which a result is shown, in order; the best line of North and South first. */
export function comparedDeals(event: ClubState | null): ComparedDeal[] {
  const deals = new Map<number, Line[]>()
  for (const [at, round] of (event?.rounds ?? []).entries()) {
    for (const game of round.games) {
      if (!game.deal || !game.points) continue
      deals.set(game.deal, [...(deals.get(game.deal) ?? []), { round: at + 1, game }])
    }
  }
  const best = ({ game }: Line) => (game.points ? game.points[0] - game.points[1] : 0)
  return [...deals]
    .map(([number, lines]) => ({ number, lines: lines.sort((one, two) => best(two) - best(one)) }))
    .sort((one, two) => one.number - two.number)
}

/** What a row of any evening is ranked by. */
export const rankedBy = ({ value, points }: StandingRow): string =>
  value === null ? String(points) : decimal(value)

/** All deals as a file for a spreadsheet. */
export const dealsCsv = (evening: Evening): string =>
  comparedDeals(evening.event)
    .flatMap(({ number, lines }) =>
      lines.map(({ round, game }) => {
        const names = evening.namesOf(game).map(quoted)
        const values = game.values?.map(decimal) ?? ['', '']
        return [number, round, game.table, ...names, ...(game.points ?? []), ...values].join(';')
      }),
    )
    .join('\n')
