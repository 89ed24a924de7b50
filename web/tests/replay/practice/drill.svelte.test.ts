// A run keeps about the order of difficulty, and the longest one of each game is kept.
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { keepRun, longest, shuffled } from '../../../src/replay/practice/drill'

test('a run has each puzzle once, those far apart in their order', () => {
  const puzzles = Array.from({ length: 100 }, (_, i) => String(i))
  const order = shuffled(puzzles)
  assert.deepEqual([...order].sort(), [...puzzles].sort())
  for (const [at, puzzle] of order.entries())
    assert.ok(order.slice(at).every((later) => Number(later) > Number(puzzle) - 20))
})

test('the longest run of a game is kept', () => {
  keepRun('french', 3)
  keepRun('french', 2)
  assert.deepEqual([longest('french'), longest('bela')], [3, 0])
})
