// The look at a tournament before its next draw.
import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { TournamentState } from '../../../src/net/messages'
import { lookAt } from '../../../src/tournament/desk/draw/look'

const state = (changes: object) =>
  ({
    format: { entrants: 'teams', draw: 'swiss', finalists: 0 },
    expected: 4,
    teams: [1, 2, 3, 4, 5, 6].map((number) => ({ number, name: `${number}`, here: number !== 4 })),
    rounds: [],
    ...changes,
  }) as unknown as TournamentState
const round = (states: string[], byes: number[] = []) => ({
  games: states.map((state) => ({ state, deal: 0 })),
  byes,
})

test('before a draw one sees what is missing and disputed, who has left and who sat out', () => {
  const rounds = [round(['over'], [3]), round(['over', 'open', 'disputed', 'reported'], [5])]
  const look = lookAt(state({ rounds }))
  assert.deepEqual([look.missing, look.disputed, look.exempt], [[2, 4], [3], [3, 5]])
  assert.deepEqual(
    look.left.map((team) => team.number),
    [4],
  )
  assert.deepEqual([look.here, look.out], [5, 1])
})

test('in a mêlée up to three sit out, and nobody in a knock-out', () => {
  const melee = { format: { entrants: 'melee', draw: 'lots', finalists: 0 } }
  const players = [1, 2, 3, 4, 5, 6, 7].map((number) => ({ number, name: `${number}`, here: true }))
  assert.equal(lookAt(state({ ...melee, teams: players })).out, 3)
  const format = { entrants: 'teams', draw: 'swiss', finalists: 4 }
  const rounds = [round(['over']), round(['over'])]
  assert.equal(lookAt(state({ format, rounds, expected: 4 })).out, 0)
  assert.equal(lookAt(state({ format, rounds: rounds.slice(1), expected: 4 })).out, 1)
})
