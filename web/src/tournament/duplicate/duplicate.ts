// Duplicate: games of one deal each, by table and by deal, and what they count.

import type { Words } from '../../i18n/words'
import type { TournamentState, Format, StandingRow, TableGame } from '../../net/messages'
import { wonFor, wonText } from '../money/money'
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
    return [
      ...roundsOf(current),
      played,
      ...(fours ? [wins] : []),
      { head: t(`ui.club.value.${value}`), cell: rankedBy },
    ]
  }
  const above: Column = { head: t('ui.club.above'), cell: ({ excess }) => excess }
  const tallied = current.format.excess && current.format.excess !== 'ignore'
  return [
    ...roundsOf(current),
    wins,
    ...(tallied ? [above] : []),
    { head: t('ui.club.points'), cell: ({ points }) => points },
    ...(current.format.counts ?? []).map((kind, at): Column => ({
      head: t(`ui.club.count.${kind}`),
      cell: ({ counts }) => counts[at] ?? 0,
    })),
    ...tiesOf(current, t),
  ]
}

/** Return a column for each round that is drawn: the points made in it, or its value. */
const roundsOf = ({ rounds }: TournamentState): Column[] =>
  rounds.map((_, at) => ({
    head: String(at + 1),
    cell: (row) => {
      const own = row.by_round[at] ?? '–'
      return typeof own === 'string' || Number.isInteger(own) ? own : decimal(own)
    },
  }))

/** Return the tie-breaks; the first game and the wins have a column already, lots no value. */
export const tiesOf = ({ format }: TournamentState, t: Words): Column[] =>
  (format.ties ?? []).flatMap((tie, at) =>
    tie === 'difference' || tie === 'conceded'
      ? [{ head: t(`ui.club.tie.${tie}`), cell: ({ ties }: StandingRow) => ties[at] ?? '–' }]
      : [],
  )

/** Rows of a standing that are ranked among themselves, with a heading where there are several. */
export interface Section {
  head: string
  rows: StandingRow[]
}

/** Return the standing by line of a mitchell, or by group, after those who play in the finals. */
export function sectionsOf({ standings, rounds }: TournamentState, t: Words): Section[] {
  const groups = Math.max(0, ...standings.map(({ group }) => group || 0))
  if (!groups || !rounds.length) {
    return [
      { head: t('ui.club.north'), rows: standings.filter(({ line }) => line === 'north') },
      { head: t('ui.club.east'), rows: standings.filter(({ line }) => line === 'east') },
      { head: '', rows: standings.filter(({ line }) => !line) },
    ].filter(({ rows }) => rows.length)
  }
  const finalists = standings.filter(({ finals }) => finals >= 0)
  const inGroups = Array.from({ length: groups }, (_, at) => ({
    head: t('ui.club.group', { number: at + 1 }),
    rows: standings
      .filter(({ group }) => group === at + 1)
      .map((row) => ({ ...row, rank: row.place }))
      .sort((one, other) => (one.rank || Infinity) - (other.rank || Infinity)),
  }))
  return [
    ...(finalists.length ? [{ head: t('ui.club.finals'), rows: finalists }] : []),
    ...inGroups,
  ]
}

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

/** Say what a row has won, once all is played: by place, and for what else. */
export const prizesOf = (t: Words, { prizes, format }: TournamentState, row: StandingRow): string =>
  prizes
    .filter(({ team }) => team === row.team)
    .map((won) => {
      const what = wonText(t, won, format.currency)
      if (won.kind === 'place') return what
      return what ? t('ui.club.means.part', { what: wonFor(t, won), how: what }) : wonFor(t, won)
    })
    .join(' + ')
