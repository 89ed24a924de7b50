// Where everybody sits in a round, by name.

import type { TournamentState } from '../../net/messages'

export interface Seat {
  number: number
  name: string
  /** 0: sits out. */
  table: number
  /** Why the secretary has put others at the table than the draw, if so. */
  byHand: string
}

/** Return the teams of a round with their tables, by name; who is neither drawn nor out is not there. */
export function seatsByName(current: TournamentState, round: number, language: string): Seat[] {
  const drawn = current.rounds[round - 1]
  const places = new Map((drawn?.byes ?? []).map((team) => [team, { table: 0, byHand: '' }]))
  for (const { sides, table, by_hand } of drawn?.games ?? [])
    for (const team of sides.flat())
      if (!places.has(team)) places.set(team, { table, byHand: by_hand ?? '' })
  const { compare } = new Intl.Collator(collated(language), { numeric: true })
  return [...places]
    .map(([number, place]) => ({ number, ...place, name: current.teams[number - 1]?.name ?? '' }))
    .sort((one, two) => compare(one.name, two.name) || one.number - two.number)
}

/** Return the language for the order of names, or none where a browser does not know it. */
const collated = (language: string): string | undefined =>
  Intl.Collator.supportedLocalesOf(language)[0]
