// The moments of a match that are worth a look: which deals are reviewed, and which errors are shown.
import { expect, test } from 'vitest'

import type { DealReport, Decision, Review, SheetRow } from '../../src/net/messages'
import { tellingDeals, worthALook } from '../../src/review/matchMoments'

const row = (number: number, marks: number[], outcome: SheetRow['outcome'] = 'made') =>
  ({ number, marks, outcome, contract: {} }) as SheetRow

const error = (number: number, seat: number, loss_known: number): Decision => ({
  number,
  seat,
  action: 'JH',
  choice: 'JH',
  kind: 'imprecision',
  best: ['QH'],
  advised: ['QH'],
  loss_true: loss_known,
  loss_known,
  chance_to_lose: 1,
})

const review = (number: number, ...decisions: Decision[]): Review => {
  const report: DealReport = {
    number,
    marks: [20, 142],
    worth: 0,
    shares: [],
    decisions,
    exact: true,
  }
  return { ahead: 0, done: 1, seconds: 0, newcomer: false, reviewed: { report, calls: {} } }
}

test('the deals that brought most are reviewed first, twelve at most', () => {
  const sheet = [row(1, [80, 82]), row(2, [0, 250]), row(3, [0, 0], null), row(4, [120, 42])]
  expect(tellingDeals(sheet)).toEqual([2, 4, 1])
  expect(tellingDeals(Array.from({ length: 30 }, (_, i) => row(i + 1, [i, 0])))).toHaveLength(12)
})

test('own errors come before costlier ones of others, in the order of play', () => {
  const reviews = new Map([
    [2, review(2, error(3, 1, 200), error(7, 0, 30))],
    [1, review(1, error(5, 0, 10), error(9, 3, 90))],
  ])
  const shown = (seat: number | null) =>
    worthALook(reviews, 4, seat).map(({ deal, decision }) => [deal, decision.number])
  expect(shown(0)).toEqual([
    [1, 5],
    [2, 3],
    [2, 7],
  ])
  expect(shown(null)).toEqual([
    [1, 9],
    [2, 3],
    [2, 7],
  ])
})
