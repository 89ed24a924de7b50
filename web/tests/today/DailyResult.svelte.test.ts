// The result in a deal of the day, and the way to its review.
import assert from 'node:assert/strict'
import { render, screen } from '@testing-library/svelte'
import { beforeEach, test } from 'vitest'
import type { Daily } from '../../src/net/messages'
import DailyResult from '../../src/today/DailyResult.svelte'
import { LINE } from '../support/dailyLine'
import { speak } from '../support/table'

beforeEach(() => speak())

const DAILY: Daily = {
  date: '2026-01-05',
  preset: 'french',
  level: 'club',
  table: 'abc',
  mine: LINE,
  better_than: null,
  played: 2,
  text: 'Rebelote',
  cards: [],
  field: [],
  best: null,
  rank: null,
  counts: true,
  presets: ['french'],
  tricks: [],
  bots: null,
  bots_due: false,
}
const show = (more: Partial<Daily> = {}) =>
  render(DailyResult, { daily: { ...DAILY, ...more }, mine: LINE, counts: '' })

test('a day that is over leads to the review of its deal', () => {
  show()
  assert.equal(screen.getByTestId('daily-review').getAttribute('href'), '#/match/abc/1/0/review')
})

test('nothing is told of a deal that others still play', () => {
  show({ date: '2999-01-05' })
  assert.equal(screen.queryByTestId('daily-review'), null)
})
