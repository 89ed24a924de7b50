// The projector: its pages as an evening goes on, its clock, and rows that are never cut.
import assert from 'node:assert/strict'
import { render, screen } from '@testing-library/svelte'
import { beforeEach, test } from 'vitest'
import type { TournamentMatch, TournamentState } from '../../src/net/messages'
import { clockOf, rings } from '../../src/tournament/hall/clock'
import { fitted, partOf } from '../../src/tournament/hall/fitting'
import HallPage from '../../src/tournament/hall/HallPage.svelte'
import { matchesOf, pagesOf } from '../../src/tournament/hall/pages'
import { seatsByName } from '../../src/tournament/hall/seats'
import { LEAST, lettersOf, MOST } from '../../src/tournament/paper/wall'
import { keepAddress, keptAddress, tidyAddress } from '../../src/tournament/paper/phones'
import { answering } from '../support/answers'
import { speak } from '../support/table'

beforeEach(() => speak())

const game = (table: number, one: number, other: number, state = 'open') => ({
  ...{ table, sides: [[one], [other]], points: null, deal: 0, forfeit: null, state },
  ...{ reports: [null, null], values: null, starts: [0, 0] },
})
const NAMES = ['Zoé & Bo', 'Éliane & Cé', 'Eva & Dré', 'Ann & Fé', 'Max & Ida']
const evening = (games: ReturnType<typeof game>[], more: Partial<TournamentState> = {}) =>
  ({
    ...{ tournament: 'abc', name: 'Tuesday', version: 3, now: 100, seal: '', expected: 4 },
    format: { entrants: 'teams', draw: 'swiss', ties: ['difference'], minutes: 0 },
    teams: NAMES.map((name, at) => ({ name, number: at + 1, here: true, players: [], penalty: 0 })),
    rounds: games.length ? [{ games, byes: [5], phrase: 'x', matches: [], drawn: 40 }] : [],
    prizes: [],
    standings: NAMES.map((_, at) => ({
      ...{ rank: at + 1, team: at + 1, played: 1, wins: 1, points: 900 - at, value: null },
      ...{ line: '', by_round: [900 - at], ties: [76] },
    })),
    next: 'scores',
    ...more,
  }) as unknown as TournamentState

test('a draw is all there is to see until somebody has played', () => {
  assert.deepEqual(pagesOf(evening([])), ['entrants'])
  assert.deepEqual(pagesOf(evening([game(1, 1, 2), game(2, 3, 4)])), ['seats'])
  const begun = evening([game(1, 1, 2, 'over'), game(2, 3, 4)])
  assert.deepEqual(pagesOf(begun), ['seats', 'missing', 'standing'])
  assert.deepEqual(pagesOf({ ...begun, next: 'draw' }), ['standing'])
})

test('everybody is found by name, accents aside, with number and table', () => {
  assert.deepEqual(
    seatsByName(evening([game(1, 1, 2), game(2, 3, 4)]), 1, 'fr').map((one) => [
      one.name,
      one.number,
      one.table,
    ]),
    [
      ['Ann & Fé', 4, 2],
      ['Éliane & Cé', 2, 1],
      ['Eva & Dré', 3, 2],
      ['Max & Ida', 5, 0],
      ['Zoé & Bo', 1, 1],
    ],
  )
})

test('before the first draw there is no standing of zeros', async () => {
  answering(() => evening([], { next: 'draw' }))
  render(HallPage, { about: 'abc' })
  assert.match((await screen.findByTestId('hall-entrants')).textContent, /1\s*Zoé & Bo/)
  assert.equal(screen.queryByTestId('hall-standing'), null)
})

test('a draw is sealed before its phrase, and its secret shown afterwards', async () => {
  const rounds = [{ ...evening([game(1, 1, 2)]).rounds[0], secret: 'ab12', undone: 1 }]
  answering(() => evening([], { rounds, draw_seal: 'cd34' } as object))
  render(HallPage, { about: 'abc' })
  assert.equal((await screen.findByTestId('draw-seal')).textContent, 'Seal of the next draw: cd34')
  assert.ok(screen.getByText('Drawn by: x'))
  assert.ok(screen.getByText(/was the seal: ab12$/))
  assert.ok(screen.getByText('Drawn for the second time'))
})

test('numbers stand beside all names, and points by game and tie-break in the standing', async () => {
  answering(() => evening([game(1, 1, 2, 'over'), game(2, 3, 4, 'over')], { next: 'draw' }))
  render(HallPage, { about: 'abc' })
  assert.match(
    (await screen.findByTestId('hall-standing')).textContent,
    /1\s*1\s*Zoé & Bo\s*900\s*76/,
  )
})

test('the clock counts up, or down where a round has a length, with a notice before its end', () => {
  const at = (minutes: number, now: number) => {
    const state = evening([game(1, 1, 2)])
    return clockOf({ ...state, format: { ...state.format, minutes } }, now)
  }
  assert.deepEqual(at(0, 165), { text: '2:05', left: null, notice: '' })
  assert.deepEqual(at(10, 40), { text: '10:00', left: 600, notice: '' })
  assert.deepEqual(at(10, 341), { text: '4:59', left: 299, notice: 'five' })
  assert.deepEqual(at(10, 700), { text: '0:00', left: -60, notice: 'time_up' })
})

test('the bell rings once, as the time runs out while it is watched', () => {
  assert.deepEqual(
    [rings(1, 0), rings(0, -1), rings(null, -60), rings(null, null), rings(2, 1)],
    [true, false, false, false, false],
  )
})

test('rows take the largest letters that fit, and parts where none do', () => {
  const letters = { most: 44, least: 13 }
  assert.deepEqual(
    fitted(letters, (size, columns) => size * Math.ceil(48 / columns) <= 600 && columns < 4),
    [37, 3],
  )
  assert.equal(
    fitted(letters, () => false),
    null,
  )
  assert.deepEqual(
    [partOf([1, 2, 3, 4, 5], 0, 2), partOf([1, 2, 3, 4, 5], 1, 2)],
    [
      [1, 2, 3],
      [4, 5],
    ],
  )
})

test('a draw for the wall fills its sheet, and is never too small to be read', () => {
  const rows = (count: number) => Array.from({ length: count }, () => ['12 Éliane Petit & Bo Roy'])
  assert.equal(lettersOf(rows(3), 3), MOST)
  assert.ok(lettersOf(rows(14), 3) > LEAST)
  assert.equal(lettersOf(rows(48), 3), LEAST)
})

test('an address is taken as it is typed', () => {
  assert.deepEqual(['192.168.1.20:8000/', ' https://club.example ', ''].map(tidyAddress), [
    'http://192.168.1.20:8000',
    'https://club.example',
    '',
  ])
})

test('matches of teams of four are shown from the last round on', () => {
  const match = (first: number): TournamentMatch => ({
    ...{ tables: [1, 2], teams: [first, first + 1], gains: [0, 0], deals: 0, counts: null },
  })
  const rounds = [{ matches: [match(1), match(3)] }, { matches: [match(5)] }]
  const shown = matchesOf({ rounds } as unknown as TournamentState)
  assert.deepEqual(
    shown.map(({ round, match }) => [round, match.teams[0]]),
    [
      [2, 5],
      [1, 1],
      [1, 3],
    ],
  )
})

test('an address that was typed in another network is not printed in this one', () => {
  keepAddress('http://192.168.1.20:8000', 'http://192.168.1.20:8000')
  assert.equal(keptAddress('http://192.168.1.20:8000'), 'http://192.168.1.20:8000')
  assert.equal(keptAddress('http://10.42.0.1:8000'), '')
})
