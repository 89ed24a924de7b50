// The words that a rule set overrides at its tables.
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { overruledBy } from '../../src/net/overruled'

test('tables of klaverjas have words of their own, those of belot none', () => {
  assert.equal(overruledBy('klaverjas-forehand', 'nl')['match.preview'], 'Klaverjassen: {names}')
  assert.deepEqual(overruledBy('flemish', 'nl'), {})
  assert.deepEqual(overruledBy('unknown', 'nl'), {})
})
