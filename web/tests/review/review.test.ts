import { expect, test } from 'vitest'

import type { DealReport, Decision } from '../../src/net/messages'
import {
  cardMarks,
  costliest,
  costOf,
  courseOf,
  momentsOf,
  others,
  partsOf,
} from '../../src/review/review'

const decision = (number: number, changes: Partial<Decision>): Decision => ({
  number,
  seat: number % 4,
  action: 'JH',
  choice: 'JH',
  kind: 'best',
  best: ['JH'],
  advised: ['JH'],
  loss_true: 0,
  loss_known: 0,
  chance_to_lose: 0,
  ...changes,
})

const report: DealReport = {
  number: 1,
  marks: [20, 160],
  worth: 40,
  shares: [
    { seat: 0, known: -12.5, chance: 2.5 },
    { seat: 1, known: 0, chance: -100 },
    { seat: 2, known: 0, chance: -70 },
    { seat: 3, known: 0, chance: 0 },
  ],
  decisions: [
    decision(0, { call: true }),
    decision(1, { kind: 'imprecision', loss_known: 12 }),
    decision(2, { forced: true }),
    decision(3, { kind: 'decisive', loss_known: 3 }),
    decision(4, { kind: 'imprecision', loss_known: 20 }),
    decision(5, { kind: 'bad_luck', loss_true: 30 }),
  ],
  exact: true,
}

test('cards are counted into tricks, forced ones too; calls stand before them', () => {
  const moments = momentsOf(report, 4)
  expect(moments.map(({ decision: { number }, trick }) => [number, trick])).toEqual([
    [0, 0],
    [1, 1],
    [3, 1],
    [4, 1],
    [5, 2],
  ])
})

test('what turned the contract comes before what cost more', () => {
  const order = costliest(momentsOf(report, 4)).map(({ decision: { number } }) => number)
  expect(order).toEqual([3, 4, 1])
})

test('the parts of a result add up to what was written, from either side', () => {
  const sum = (from: number) => partsOf(report, from).reduce((all, { marks }) => all + marks, 0)
  expect(sum(0)).toBe(-140)
  expect(sum(3)).toBe(140)
})

test('other choices are better by what could be known, better in fact, or as good', () => {
  const known = decision(1, { loss_known: 2, best: ['9H'], advised: ['AS', 'JH'] })
  expect(others(known)).toEqual({ of: 'better', list: ['AS'] })
  const unlucky = decision(1, { loss_true: 10, best: ['9H'], advised: ['JH', 'AS'] })
  expect(others(unlucky)).toEqual({ of: 'in_fact', list: ['9H'] })
  expect(others(decision(1, { advised: ['JH', 'AS'] }))).toEqual({ of: 'equal', list: ['AS'] })
})

test('what a choice cost is told in whole points', () => {
  expect(costOf(decision(1, { loss_true: 89.6 }))).toBe(90)
  expect(costOf(decision(1, {}))).toBe(0)
})

test('the course of a deal goes from the worth of its cards to its result, from side 0', () => {
  const decisions = [
    decision(1, { choice: 'JH', true: { JH: 30, AH: 50 } }),
    decision(2, { choice: 'JS', true: { JS: -60 } }),
    decision(3, { forced: true }),
  ]
  expect(courseOf({ ...report, decisions }, 5)).toEqual([40, 40, -30, -60, -60, -140])
})

test('cards are marked by how good they were, forced ones and calls are not', () => {
  const decisions = [
    decision(0, { call: true, action: 'takeS' }),
    decision(1, { action: 'JH!', kind: 'decisive' }),
    decision(2, { action: '7S', forced: true }),
  ]
  expect([...cardMarks({ ...report, decisions }, false)]).toEqual([['JH', 'decisive']])
  expect([...cardMarks({ ...report, decisions }, true)]).toEqual([['JH', 'imprecision']])
})
