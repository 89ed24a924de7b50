// The deal and the puzzle of the day on the start page: with one's own state.
import assert from 'node:assert/strict'
import { test } from 'vitest'
import en from '../../../../src/rebelote/i18n/en.json'
import { wordsOf } from '../../../src/i18n/words'
import { dealLine, puzzleLine } from '../../../src/lobby/start/day'
import type { Today, TodayDeal } from '../../../src/net/messages'

const t = wordsOf(en)
const deal = (preset: string, more: Partial<TodayDeal> = {}): TodayDeal => ({
  preset,
  table: null,
  mine: null,
  played: 0,
  rank: null,
  better_than: null,
  ...more,
})
const today = (deals: TodayDeal[], right: boolean | null, streak = 0): Today => ({
  date: '2026-11-26',
  deals,
  deal_streak: streak,
  puzzle: { preset: 'french', kind: 'lead', right },
  puzzle_streak: streak,
  days: [],
  friends: [],
})
const MINE = { marks: 152, others: 10 } as TodayDeal['mine']

test('a deal is new, under way, or has a result', () => {
  const fresh = { result: '', text: 'not played yet', streak: 0 }
  assert.deepEqual(dealLine(t, null, ''), fresh)
  assert.deepEqual(dealLine(t, today([deal('french')], null), ''), fresh)
  const begun = today([deal('french'), deal('coinche', { table: 'T1' })], null)
  assert.equal(dealLine(t, begun, 'coinche').text, 'under way')
  assert.equal(dealLine(t, begun, '').text, 'not played yet')
  assert.deepEqual(
    dealLine(t, today([deal('french', { mine: MINE, better_than: 0.634 })], null, 3), ''),
    { result: '152 : 10', text: 'Better than 63% of the others.', streak: 3 },
  )
  assert.equal(dealLine(t, today([deal('french', { mine: MINE })], null), '').text, '')
})

test('a puzzle is new, solved or not, and may stand in a row', () => {
  assert.deepEqual(puzzleLine(t, null), { result: '', text: 'find the best move', streak: 0 })
  assert.equal(puzzleLine(t, today([], null, 3)).streak, 3)
  assert.deepEqual(puzzleLine(t, today([], true, 1)), { result: 'solved', text: '', streak: 0 })
  assert.equal(puzzleLine(t, today([], false)).result, 'not this time')
})
