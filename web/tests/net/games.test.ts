// What tables of a rule set say in words of their own.
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { overruledBy } from '../../src/net/overruled'

test('klaverjas is played in the Dutch of the Netherlands, belot in that of Flanders', () => {
  assert.equal(overruledBy('klaverjas-forehand', 'nl')['rank.J'], 'boer')
  assert.deepEqual(overruledBy('flemish', 'nl'), {})
  assert.deepEqual(overruledBy('unknown', 'nl'), {})
})
