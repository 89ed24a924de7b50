import { expect, test } from 'vitest'
import {
  callOf,
  cardOf,
  isAt,
  lineThrough,
  placeAt,
  stepOf,
  triedThere,
  withChange,
} from '../../../src/replay/together/together'
import type { SharedMove, SharedReplay } from '../../../src/net/messages'

const move = (number: number, word: string, parent = 0): SharedMove => ({
  number,
  word,
  parent,
  deal: parent ? 0 : 2,
  step: parent ? 0 : 7,
  by: 'ann',
})
const moves = [move(1, '7S'), move(2, '8S', 1), move(4, '9S', 1), move(5, 'TS', 2)]

const state: SharedReplay = {
  type: 'shared_replay',
  replay: 'r',
  match: '',
  version: 5,
  leader: 'ann',
  place: { deal: 1, step: 0, move: 0 },
  here: ['ann', 'bea'],
  names: { ann: 'Ann', bea: 'Bea' },
  moves,
  comments: [],
  mine: [1, 2, 4, 5],
  opener: 'ann',
}

test('a change adds what is new, and what is known already once', () => {
  const change = {
    type: 'replay_changed' as const,
    version: 6,
    moves: [move(5, 'TS', 2), move(6, 'JS', 1)],
    mine: [5],
  }
  const after = withChange(state, change)
  expect(after.moves.map((one) => one.number)).toEqual([1, 2, 4, 5, 6])
  expect(after).toMatchObject({ version: 6, mine: [1, 2, 4, 5], here: ['ann', 'bea'] })
  expect(withChange(after, change)).toEqual(after)
})

test('a change removes what was taken back, and says who is here and leads', () => {
  const after = withChange(state, {
    type: 'replay_changed',
    version: 7,
    withdrawn: [2, 5],
    here: ['bea', 'cas'],
    led: { type: 'replay_led', leader: '', place: { deal: 1, step: 3, move: 0 } },
    names: { cas: 'Cas' },
  })
  expect(after.moves.map((one) => one.number)).toEqual([1, 4])
  expect(after).toMatchObject({
    mine: [1, 4],
    here: ['bea', 'cas'],
    leader: '',
    place: { step: 3 },
  })
  expect(after.names).toEqual({ ann: 'Ann', bea: 'Bea', cas: 'Cas' })
})

test('a line goes through a move, and on by what was tried first', () => {
  const numbers = (number: number) => lineThrough(moves, number)?.moves.map((one) => one.number)
  expect(numbers(1)).toEqual([1, 2, 5])
  expect(numbers(4)).toEqual([1, 4])
  expect(lineThrough(moves, 3)).toBeNull()
  expect(lineThrough(moves, 5)).toMatchObject({ deal: 2, step: 7 })
})

test('each step of a line is a place, and each place a step', () => {
  const line = lineThrough(moves, 5)
  expect([7, 8, 9, 10].map((step) => placeAt(2, step, line).move)).toEqual([0, 1, 2, 5])
  expect(stepOf({ deal: 2, step: 7, move: 2 }, line)).toBe(9)
  expect(stepOf({ deal: 2, step: 4, move: 0 }, line)).toBe(4)
  expect(placeAt(1, 8, line)).toEqual({ deal: 1, step: 8, move: 0 })
})

test('a place knows what was said and tried there', () => {
  expect(isAt({ deal: 0, step: 0, move: 2 }, { deal: 2, step: 7, move: 2 })).toBe(true)
  expect(isAt({ deal: 2, step: 7, move: 0 }, { deal: 2, step: 7, move: 2 })).toBe(false)
  expect(triedThere(moves, { deal: 2, step: 7, move: 1 }, '9S')?.number).toBe(4)
  expect(triedThere(moves, { deal: 2, step: 7, move: 0 }, '9S')).toBeUndefined()
  expect(triedThere(moves, { deal: 2, step: 7, move: 0 }, '7S')?.number).toBe(1)
})

test('a word of a record is a card or a call', () => {
  expect(['TH', 'JS!', '9D(run3)', 'pass'].map(cardOf)).toEqual(['TH', 'JS', '9D', null])
  expect(callOf('90H')).toEqual({ do: 'bid', trump: 'H', value: 90 })
  expect(callOf('capotS')).toEqual({ do: 'bid', trump: 'S', value: 'capot' })
  expect(callOf('bidall')).toEqual({ do: 'bid', trump: 'all', value: null })
  expect(callOf('S')).toEqual({ do: 'take', contract: 'S' })
  expect(callOf('3:double')).toEqual({ do: 'double' })
  expect(callOf('TH')).toBeNull()
})
