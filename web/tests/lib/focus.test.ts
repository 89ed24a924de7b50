// The focus goes along a row and stays within it.
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { along } from '../../src/lib/focus'

test('steps along a row stop at its ends', () => {
  assert.equal(along(1, 1, 4), 2)
  assert.equal(along(3, 1, 4), 3)
  assert.equal(along(2, -99, 4), 0)
  assert.equal(along(0, 99, 4), 3)
})

test('from nowhere the first step leads to the first', () => {
  assert.equal(along(-1, 1, 4), 0)
  assert.equal(along(-1, -1, 4), 0)
})
