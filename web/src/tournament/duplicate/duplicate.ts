// Duplicate: games of one deal each, by table and by deal, and what they count.

import type { Words } from '../../i18n/words'
import type { TournamentState, Format, StandingRow, TableGame } from '../../net/messages'
import { decimal } from '../desk/tournament.svelte'

/** Whether pairs go from table to table, and all are compared with all. */
export const byMovement = (draw: Format['draw']): boolean =>
  draw === 'howell' || draw === 'mitchell'

/** Whether all tables play the same deals. */
export const isDuplicate = ({ draw, entrants }: Format): boolean =>
  byMovement(draw) || entrants === 'fours'

/** Return the method of comparing deals; undefined in a tournament of games. */
const comparisonOf = ({ format }: TournamentState) =>
  isDuplicate(format) ? (format.comparison ?? 'matchpoints') : undefined

/** A column of a standing: its head, and what a row has in it. */
export interface Column {
  head: string
  cell: (row: StandingRow) => number | string
}

/** Return the columns of a tournament's standing besides places and names: points by round, wins,
 * what ranks, and the tie-breaks that no other column shows. */
export function columnsOf(current: TournamentState, t: Words): Column[] {
  const method = comparisonOf(current)
  const wins: Column = { head: t('ui.club.wins'), cell: ({ wins }) => wins }
  if (method) {
    const fours = current.format.entrants === 'fours'
    const value = fours && method === 'butler' ? 'victory' : method
    const played: Column = {
      head: t(fours ? 'ui.club.matches' : 'ui.club.played'),
      cell: ({ played }) => played,
    }
    return [played, ...(fours ? [wins] : []), { head: t(`ui.club.value.${value}`), cell: rankedBy }]
  }
  const above: Column = { head: t('ui.club.above'), cell: ({ excess }) => excess }
  const tallied = current.format.excess && current.format.excess !== 'ignore'
  return [
    ...roundsOf(current),
    wins,
    ...(tallied ? [above] : []),
    { head: t('ui.club.points'), cell: ({ points }) => points },
    ...tiesOf(current, t),
  ]
}

/** Return a column for each round that is drawn: the points made in it. */
const roundsOf = ({ rounds }: TournamentState): Column[] =>
  rounds.map((_, at) => ({ head: String(at + 1), cell: ({ by_round }) => by_round[at] ?? '–' }))

/** Return the tie-breaks; the first game and the wins have a column already, lots no value. */
export const tiesOf = ({ format }: TournamentState, t: Words): Column[] =>
  (format.ties ?? []).flatMap((tie, at) =>
    tie === 'difference' || tie === 'conceded'
      ? [{ head: t(`ui.club.tie.${tie}`), cell: ({ ties }: StandingRow) => ties[at] ?? '–' }]
      : [],
  )

/** Return the rows of a standing by line: of a mitchell North and South, then East and West. */
export const linesOf = (rows: readonly StandingRow[]) =>
  (['north', 'east', ''] as const)
    .map((line) => ({ line, rows: rows.filter((row) => (row.line || '') === line) }))
    .filter(({ rows }) => rows.length)

/** A game of a deal, with its round. */
export interface Line {
  round: number
  game: TableGame
}
/** A deal, and what each table has of it. */
export interface ComparedDeal {
  number: number
  lines: Line[]
}

/** Return the first game of each table, how many of its games are over, and at which place the next
 * is. */
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

/** Return the deals of which a result is shown, in order; the best line of North and South first,
 * but of teams of four both tables of a match. */
export function comparedDeals(current: TournamentState | null): ComparedDeal[] {
  const fours = current?.format.entrants === 'fours'
  const deals = new Map<number, Line[]>()
  for (const [at, round] of (current?.rounds ?? []).entries()) {
    for (const game of round.games) {
      if (!game.deal || !game.points) continue
      deals.set(game.deal, [...(deals.get(game.deal) ?? []), { round: at + 1, game }])
    }
  }
  const best = ({ game }: Line) => (game.points ? game.points[0] - game.points[1] : 0)
  return [...deals]
    .map(([number, lines]) => ({
      number,
      lines: fours ? lines : lines.sort((one, two) => best(two) - best(one)),
    }))
    .sort((one, two) => one.number - two.number)
}

/** Return the value by which a row is ranked; a dash for a pair with no deal to compare yet. */
export const rankedBy = ({ value, points, played }: StandingRow): string =>
  value === null ? String(points) : played ? decimal(value) : '–'

/** Return the prizes of a row once all is played; tied rows share the prizes of their places. */
export function prizesOf({ format, next, standings }: TournamentState, row: StandingRow): string {
  if (next !== 'over' || !row.rank) return ''
  const equal = standings.filter(({ rank, line }) => rank === row.rank && line === row.line)
  return (format.prizes ?? []).slice(row.rank - 1, row.rank - 1 + equal.length).join(' + ')
}
