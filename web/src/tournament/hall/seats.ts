// Where everybody sits in a round, by name.

import type { TournamentState } from '../../net/messages'

export interface Seat {
  number: number
  name: string
  /** 0: sits out. */
  table: number
}

/** Return the teams of a round with their tables, by name; who is neither drawn nor out is not there. */
export function seatsByName(current: TournamentState, round: number, language: string): Seat[] {
  const drawn = current.rounds[round - 1]
  const tables = new Map<number, number>((drawn?.byes ?? []).map((team) => [team, 0]))
  for (const { sides, table } of drawn?.games ?? [])
    for (const team of sides.flat()) if (!tables.has(team)) tables.set(team, table)
  const { compare } = new Intl.Collator(collated(language), { numeric: true })
  return [...tables]
    .map(([number, table]) => ({ number, table, name: current.teams[number - 1]?.name ?? '' }))
    .sort((one, two) => compare(one.name, two.name) || one.number - two.number)
}

/** Return the language for the order of names, or none where a browser does not know it. */
const collated = (language: string): string | undefined =>
  Intl.Collator.supportedLocalesOf(language)[0]
