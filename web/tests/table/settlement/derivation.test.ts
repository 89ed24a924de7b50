// The score calculation of a deal as rows: each below those that lead to it, the result last.
import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { Line } from '../../../src/net/messages'
import { rowsOf } from '../../../src/table/settlement/derivation'

const line = (code: string, side: number, points: number): Line => ({
  code,
  side,
  points,
  rule: '',
})
const codes = (lines: readonly Line[]) => rowsOf(lines, [0, 1]).map((row) => row.code)

test('what is written stands below all that is added up to it', () => {
  // Baloot, a hokum: the side that comes second in the derivation has projects and a baloot.
  const lines = [
    line('cards', 1, 48),
    line('total', 1, 48),
    line('cards', 0, 114),
    line('melds', 0, 20),
    line('belote', 0, 20),
    line('total', 0, 154),
    line('failed', 1, 48),
    line('written-tricks', 1, 5),
    line('marks', 1, 5),
    line('written-tricks', 0, 11),
    line('written-melds', 0, 2),
    line('written-belote', 0, 2),
    line('marks', 0, 15),
  ]
  assert.deepEqual(codes(lines), [
    'cards',
    'melds',
    'belote',
    'total',
    'failed',
    'written-tricks',
    'written-melds',
    'written-belote',
    'marks',
  ])
  assert.deepEqual(rowsOf(lines, [0, 1]).at(-1)!.points, [15, 5])
})

test('a step of a game from outside follows the one before it', () => {
  const lines = [line('cards', 0, 90), line('pit', 0, 50), line('marks', 0, 140)]
  assert.deepEqual(codes(lines), ['cards', 'pit', 'marks'])
})
