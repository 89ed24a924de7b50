// The deal and the puzzle of the day on the start page: with one's own state.
import assert from 'node:assert/strict'
import { test } from 'vitest'
import en from '../../../src/rebelote/i18n/en.json'
import { wordsOf } from '../../src/i18n/words'
import { dealLine, puzzleLine } from '../../src/lobby/today'
import type { Daily, PuzzleOfTheDay } from '../../src/net/messages'

const daily = (more: Partial<Daily>) => ({ mine: null, table: null, ...more }) as Daily
const puzzle = (more: object) => ({ answered: null, streak: 0, ...more }) as PuzzleOfTheDay
const MINE = { marks: 152, others: 10 } as Daily['mine']

const t = wordsOf(en)

test('a deal is new, under way, or has a result', () => {
  const fresh = { result: '', text: 'not played yet' }
  assert.deepEqual(dealLine(t, null), fresh)
  assert.deepEqual(dealLine(t, daily({})), fresh)
  assert.deepEqual(dealLine(t, daily({ table: 'T1' })), { result: '', text: 'under way' })
  assert.deepEqual(dealLine(t, daily({ mine: MINE, better_than: 0.634 })), {
    result: '152 : 10',
    text: 'Better than 63% of the others.',
  })
  assert.deepEqual(dealLine(t, daily({ mine: MINE, better_than: null })).text, '')
})

test('a puzzle is new, solved or not, and may stand in a row', () => {
  assert.deepEqual(puzzleLine(t, null), { result: '', text: 'find the best move' })
  assert.equal(puzzleLine(t, puzzle({ streak: 3 })).text, '3 days right in a row!')
  assert.deepEqual(puzzleLine(t, puzzle({ answered: { right: true }, streak: 1 })), {
    result: 'solved',
    text: '',
  })
  assert.equal(puzzleLine(t, puzzle({ answered: { right: false } })).result, 'not this time')
})
