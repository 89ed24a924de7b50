import assert from 'node:assert/strict'
import { expect, test } from 'vitest'
import type { TournamentRound, TournamentState } from '../../../../src/net/messages'
import {
  changeOf,
  freeIn,
  NONE,
  seatedTables,
  tap,
} from '../../../../src/tournament/desk/byhand/seats'

const game = (table: number, first: number[], second: number[], state = 'open') => ({
  table,
  state,
  sides: [first, second],
})
const round = {
  games: [game(1, [1], [2]), game(2, [3], [4], 'over')],
  byes: [5],
} as unknown as TournamentRound
const tables = seatedTables(round)
const teams = [1, 2, 3, 4, 5, 6, 7].map((number) => ({ number, here: number !== 7 }))

/** Return the change that taps on these teams mean. */
const ofTeams = (...numbers: number[]) => changeOf({ kind: 'team', numbers }, tables, false)

test('who is free has no game in the round and has not left', () => {
  assert.deepEqual(freeIn({ teams } as unknown as TournamentState, round), [5, 6])
})

test('two names change places, also with one who sits out', () => {
  assert.deepEqual(ofTeams(1, 4), { how: 'exchange', teams: [1, 4], played: true })
  assert.deepEqual(ofTeams(1, 5), { how: 'exchange', teams: [1, 5], played: false })
  assert.equal(ofTeams(1), null)
})

test('two names without a game get a table, four in a mêlée', () => {
  assert.deepEqual(ofTeams(5, 6), { how: 'add', teams: [5, 6], played: false })
  assert.equal(changeOf({ kind: 'team', numbers: [5, 6] }, tables, true), null)
})

test('two tables change places with all who sit there', () => {
  assert.deepEqual(changeOf({ kind: 'table', numbers: [2, 1] }, tables, false), {
    how: 'exchange',
    teams: [3, 4, 1, 2],
    played: true,
  })
})

test('a second tap takes the first back, and a third replaces the first', () => {
  const one = tap(NONE, 'team', 1)
  assert.deepEqual(tap(one, 'team', 1).numbers, [])
  const two = tap(one, 'team', 2)
  expect(tap(two, 'team', 3).numbers).toEqual([2, 3])
  expect(tap(two, 'table', 3)).toEqual({ kind: 'table', numbers: [3] })
  expect(tap(tap(two, 'team', 3, 4), 'team', 4, 4).numbers).toEqual([1, 2, 3, 4])
})
