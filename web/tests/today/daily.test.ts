// The deal of the day beside bots and all others.
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { catalogue } from '../../src/i18n/catalogues'
import { wordsOf } from '../../src/i18n/words'
import type { DailyBots, DailyContract, DailyLine } from '../../src/net/messages'
import { barsOf, besideBots, binsOf } from '../../src/today/daily'
import { LINE } from '../support/dailyLine'

const t = wordsOf(await catalogue('en'))
const line = (marks: number, others: number): DailyLine => ({ ...LINE, marks, others })
const bots: DailyBots = {
  levels: [
    { level: 'beginner', line: line(0, 162) },
    { level: 'master', line: line(110, 52) },
  ],
  perfect: 98,
}

test('a sentence says which bot did better, and by how much', () => {
  assert.equal(besideBots(t, 20, bots), 'Master made 38 points more than you.')
  assert.equal(besideBots(t, 58, bots), 'No bot did better than you.')
})

test('bars are of oneself, each level and all cards open', () => {
  assert.deepEqual(
    barsOf(t, 20, bots).map(({ name, lead, mine }) => [name, lead, mine]),
    [
      ['You', 20, true],
      ['Beginner', -162, false],
      ['Master', 58, false],
      ['Best play with all hands open', 98, false],
    ],
  )
})

/** Build a field of these results, so many times each; the last is one's own. */
const field = (...leads: [number, number][]) =>
  [
    {
      openings: [
        {
          lines: leads.map(([lead, times], i) => ({
            line: line(lead, 0),
            times,
            mine: i === leads.length - 1,
          })),
        },
      ],
    },
  ] as unknown as DailyContract[]

test('equal results are one bar, the best first', () => {
  assert.deepEqual(binsOf(field([10, 2], [90, 1], [10, 3])), [
    { from: 90, to: 90, times: 1, mine: false },
    { from: 10, to: 10, times: 5, mine: true },
  ])
  assert.deepEqual(binsOf([]), [])
})

test('many results are put together, and none is lost', () => {
  const many = Array.from({ length: 30 }, (_, i): [number, number] => [i * 10, 1])
  const bins = binsOf(field(...many))
  assert.ok(bins.length <= 8)
  assert.equal(
    bins.reduce((sum, { times }) => sum + times, 0),
    30,
  )
  assert.deepEqual(bins[0], { from: 260, to: 290, times: 4, mine: true })
})
