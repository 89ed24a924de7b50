// Figures in words and numbers.
import assert from 'node:assert/strict'
import { test } from 'vitest'
import english from '../../../src/rebelote/i18n/en.json'

import { wordsOf } from '../../src/i18n/words'
import type { Statistics, StatisticsFigure } from '../../src/net/messages'
import {
  dealsIn,
  monthName,
  monthStart,
  nameOf,
  overTime,
  written,
} from '../../src/statistics/statistics'

const t = wordsOf(english)
const figure = (subject: StatisticsFigure['subject'], about = ''): StatisticsFigure => ({
  subject,
  about,
  count: 1,
  mean: 1,
  low: null,
  high: null,
  few: true,
  average: null,
})

test('a figure is named by what it is about', () => {
  assert.equal(nameOf(t, figure('marks')), 'Points per deal')
  assert.equal(nameOf(t, figure('took_at', '1')), 'First to speak')
  assert.equal(nameOf(t, figure('made_at', '4')), 'Position 4')
  assert.equal(nameOf(t, figure('made_in', 'none')), 'No trumps')
  assert.equal(nameOf(t, figure('loss_in', '0')), 'Auction')
  assert.equal(nameOf(t, figure('loss_in', '8')), 'Trick 8')
  assert.equal(nameOf(t, figure('loss_by', 'ruff')), 'Ruff')
  assert.equal(nameOf(t, figure('kind', 'bad_luck')), 'Bad luck')
})

test('a share is told in percent, a loss to a hundredth', () => {
  assert.equal(written('took', 0.256, 'en'), '26%')
  assert.equal(written('loss_in', 1.234, 'fr'), '1,23')
  assert.equal(written('ahead', -12.34, 'en'), '-12.3')
})

test('a month is the same wherever the reader is', () => {
  assert.equal(monthName('2026-11', 'en'), 'November 2026')
  assert.equal(monthStart('1970-02'), 31 * 86_400)
})

test('what is in no month cannot be looked at over time', () => {
  const months = [{ month: '2026-11', figures: [figure('took'), figure('marks')] }]
  const result: Statistics = {
    preset: 'french',
    presets: [],
    figures: [],
    months,
    level: '',
    people: 0,
    shows: [],
  }
  assert.deepEqual(overTime(result), ['marks', 'took'])
})

test('the deals are those of a figure that has one value a deal', () => {
  assert.equal(dealsIn([figure('loss'), { ...figure('took'), count: 12 }]), 12)
  assert.equal(dealsIn([figure('loss')]), undefined)
})
