// The pages of the projector, as an evening goes on.

import type { TournamentMatch, TournamentState } from '../../net/messages'
import { comparedDeals } from '../duplicate/duplicate'

/** The pages by their heads; that of the entrants counts them. */
export const HEADS = {
  entrants: 'ui.club.teams',
  seats: 'ui.club.hall.seats',
  missing: 'ui.club.hall.missing',
  standing: 'ui.club.standings',
  matches: 'ui.club.matches',
  deals: 'ui.club.compared',
} as const
export type HallPart = keyof typeof HEADS

/** Return the pages that take turns: before the first draw who takes part, after a draw nothing but
 * it until somebody has played, then who is missing and the standing too. */
export function pagesOf(current: TournamentState): HallPart[] {
  const round = current.rounds.at(-1)
  if (!round) return ['entrants']
  const inPlay = current.next === 'scores'
  if (inPlay && round.games.every(({ state }) => state !== 'over')) return ['seats']
  return [
    ...(inPlay ? (['seats', 'missing'] as const) : []),
    'standing',
    ...(round.matches.length ? (['matches'] as const) : []),
    ...(comparedDeals(current).length ? (['deals'] as const) : []),
  ]
}

/** A match of teams of four, and the round in which it is played. */
export interface MatchOfRound {
  round: number
  match: TournamentMatch
}

/** Return the matches of all rounds, those of the last round first. */
export const matchesOf = ({ rounds }: TournamentState): MatchOfRound[] =>
  rounds
    .map(({ matches }, at) => matches.map((match) => ({ round: at + 1, match })))
    .reverse()
    .flat()
