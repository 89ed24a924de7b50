// The look at a tournament before its next draw. Pure.

import type { TableGame, TournamentState, TournamentTeam } from '../../../net/messages'
import { byMovement } from '../../duplicate/duplicate'

interface Look {
  /** The tables without a score, and those whose sides disagree. */
  missing: number[]
  disputed: number[]
  /** Numbers of the teams that sat out before. */
  exempt: number[]
  left: TournamentTeam[]
  here: number
  /** How many sit out this time; 0 also where a movement decides it. */
  out: number
}

/** Return what a secretary should see before the next draw. */
export function lookAt(state: TournamentState): Look {
  const games = state.rounds.at(-1)?.games ?? []
  const tables = (states: TableGame['state'][]) => [
    ...new Set(
      games.flatMap((game, at) =>
        states.includes(game.state) ? [game.deal ? game.table : at + 1] : [],
      ),
    ),
  ]
  const here = state.teams.filter((team) => team.here).length
  return {
    missing: tables(['open', 'reported']),
    disputed: tables(['disputed']),
    exempt: [...new Set(state.rounds.flatMap((round) => round.byes))],
    left: state.teams.filter((team) => !team.here),
    here,
    out: sittingOut(state, here),
  }
}

function sittingOut({ format, rounds, expected }: TournamentState, here: number): number {
  const finals = format.finalists ? Math.log2(format.finalists) : 0
  if (byMovement(format.draw) || (finals && rounds.length >= expected - finals)) return 0
  return here % (format.entrants === 'melee' ? 4 : 2)
}
