// Changes by hand of who plays whom: what two taps on the tables of a round mean.

import type { NewSeats, TableGame, TournamentRound, TournamentState } from '../../../net/messages'
import { tablesOf } from '../../duplicate/duplicate'

/** A table of a round: who sits there, and whether a result is there. */
export interface SeatedTable {
  table: number
  sides: TableGame['sides']
  played: boolean
}

/** What is tapped: numbers of teams, or of tables. */
export interface Tapped {
  kind: 'team' | 'table'
  numbers: readonly number[]
}

export const NONE: Tapped = { kind: 'team', numbers: [] }

/** Return the tables of a round. */
export const seatedTables = (round: TournamentRound): SeatedTable[] =>
  tablesOf(round.games).map(({ game: { table, sides } }) => ({
    table,
    sides,
    played: round.games.some((game) => game.table === table && game.state !== 'open'),
  }))

export const membersOf = ({ sides }: Pick<SeatedTable, 'sides'>): number[] => sides.flat()

/** Return the teams that have no game in a round and can have one. */
export function freeIn({ teams }: TournamentState, round: TournamentRound): number[] {
  const playing = new Set(seatedTables(round).flatMap(membersOf))
  return teams
    .filter(({ here, number }) => here && !playing.has(number))
    .map(({ number }) => number)
}

/** Return what is tapped after one more tap; a second tap on the same takes it back. */
export function tap(before: Tapped, kind: Tapped['kind'], number: number, most = 2): Tapped {
  const others = before.kind === kind ? before.numbers.filter((one) => one !== number) : []
  if (before.kind === kind && before.numbers.includes(number)) return { kind, numbers: others }
  return { kind, numbers: [...others.slice(1 - most), number].slice(-most) }
}

/** A change that the server can make, and the tables with results that it touches. */
export interface Change {
  how: NewSeats['how']
  teams: number[]
  played: boolean
}

/** Return the change that is tapped; null while it is none. */
export function changeOf(tapped: Tapped, tables: SeatedTable[], melee: boolean): Change | null {
  const { kind, numbers } = tapped
  const there = (team: number) => tables.find((table) => membersOf(table).includes(team))
  if (kind === 'table') {
    const both = numbers.flatMap((number) => tables.filter(({ table }) => table === number))
    const played = both.some((table) => table.played)
    return both.length === 2 ? { how: 'exchange', teams: both.flatMap(membersOf), played } : null
  }
  const at = numbers.flatMap((team) => there(team) ?? [])
  if (!at.length) {
    return numbers.length === (melee ? 4 : 2)
      ? { how: 'add', teams: [...numbers], played: false }
      : null
  }
  const played = at.some((table) => table.played)
  return numbers.length === 2 ? { how: 'exchange', teams: [...numbers], played } : null
}
