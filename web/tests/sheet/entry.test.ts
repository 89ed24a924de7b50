// A deal of real cards as it is typed in, and what is sent of it.
import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { PaperForm } from '../../src/net/messages'
import { blank, dealOf, entryOf, isWhole, restOf } from '../../src/sheet/entry'

const FORM: PaperForm = {
  players: 4,
  sides: [0, 1, 0, 1],
  trumps: ['S', 'H', 'D', 'C'],
  values: [],
  stakes: { S: [1] },
  totals: { S: 162, H: 162, D: 162, C: 162 },
  melds: true,
  belote: true,
  trick_melds: false,
}

test('who took, trump and the points of one side are enough', () => {
  const entry = blank(4)
  assert.equal(isWhole(entry, FORM), false)
  Object.assign(entry, { attacker: 1, trump: 'H' })
  assert.equal(isWhole(entry, FORM), false)
  entry.sides[1]!.points = 92
  assert.ok(isWhole(entry, FORM))
  assert.equal(restOf(entry, 162), 70)
  assert.deepEqual(dealOf(entry).points, [null, 92])
})

test('a side without a trick leaves all points to the other', () => {
  const entry = { ...blank(4), attacker: 0, trump: 'S' as const }
  entry.sides[1]!.trickless = true
  assert.ok(isWhole(entry, FORM))
  assert.equal(restOf(entry, 162), 162)
  const { points, trickless } = dealOf(entry)
  assert.deepEqual([points, trickless], [[null, 0], [1]])
})

test('where points are bid, the bid is asked for too', () => {
  const form = { ...FORM, values: [80, 90] }
  const entry = { ...blank(4), attacker: 0, trump: 'S' as const }
  entry.sides[0]!.points = 100
  assert.equal(isWhole(entry, form), false)
  assert.ok(isWhole({ ...entry, value: 90 }, form))
})

test('more points than there are leave no rest', () => {
  const entry = blank(4)
  entry.sides[0]!.points = 200
  assert.equal(restOf(entry, 162), null)
})

test('a deal in which all passed is empty', () => {
  assert.deepEqual(dealOf({ ...blank(4), passed: true }), {})
  assert.ok(isWhole({ ...blank(4), passed: true }, FORM))
  assert.ok(entryOf({}, 4).passed)
})

test('what was written comes back to be corrected', () => {
  const entry = { ...blank(4), attacker: 2, trump: 'D' as const, value: 90 as const, stake: 2 }
  Object.assign(entry.sides[0]!, { points: 100, belotes: 1, melds: 50 })
  assert.deepEqual(entryOf(dealOf(entry), 4), entry)
})

test('three players have three sides', () => {
  const entry = { ...blank(3), attacker: 0, trump: 'S' as const }
  assert.equal(entry.sides.length, 3)
  Object.assign(entry.sides[0]!, { points: 70 })
  assert.equal(isWhole(entry, FORM), false)
  Object.assign(entry.sides[1]!, { points: 50 })
  assert.equal(restOf(entry, 162), 42)
})
