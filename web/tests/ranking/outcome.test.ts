// The outcomes of matches for a person.
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { outcomeOf } from '../../src/ranking/outcome'

test('a match is won, lost or level; one that was given up is lost whatever stood', () => {
  const level = { won: false, marks: 81, others: 81 }
  assert.equal(outcomeOf(level), 'draw')
  assert.equal(outcomeOf({ ...level, given_up: true }), 'lost')
  assert.equal(outcomeOf({ ...level, others: 90 }), 'lost')
  assert.equal(outcomeOf({ ...level, won: true }), 'won')
  assert.equal(outcomeOf({ ...level, others: 90, left: true }), 'left')
})
