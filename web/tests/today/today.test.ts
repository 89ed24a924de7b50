// The state of today, in words and marks.
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { catalogue } from '../../src/i18n/catalogues'
import { wordsOf } from '../../src/i18n/words'
import type { Today } from '../../src/net/messages'
import { dayName, dealsOf, endOf, leadText, left, marksOf } from '../../src/today/today'

const t = wordsOf(await catalogue('en'))

test('the time left is told in hours and minutes, a begun minute being one', () => {
  const next = endOf('2026-11-21')
  assert.equal(next.toISOString(), '2026-11-22T00:00:00.000Z')
  const at = (time: string) => left(t, next, Date.parse(`2026-11-21T${time}Z`))
  assert.equal(at('18:29:30'), '5 h 31 min')
  assert.equal(at('23:59:01'), '1 min')
  assert.equal(left(t, next, next.getTime() + 1), '0 min')
})

test('a day is that of its date, wherever the reader is', () => {
  assert.equal(dayName(t, '2026-11-21'), 'Saturday, November 21')
})

test('a single deal is neither won nor lost by a match, but by points', () => {
  assert.equal(leadText(t, 90), '90 points ahead')
  assert.equal(leadText(t, -1), '1 point behind')
  assert.equal(leadText(t, 0), 'Equal points')
})

test('marks tell even from lost, and neither from not played', () => {
  const day = '2026-11-21'
  assert.deepEqual(marksOf({ day, lead: 10, right: false }), { deal: 'good', puzzle: 'bad' })
  assert.deepEqual(marksOf({ day, lead: 0, right: true }), { deal: 'even', puzzle: 'good' })
  assert.deepEqual(marksOf({ day, lead: null, right: null }), { deal: 'none', puzzle: 'none' })
})

test('the game played last comes first', () => {
  const deal = { table: null, mine: null, played: 0, rank: null, better_than: null }
  const deals = ['french', 'coinche'].map((preset) => ({ ...deal, preset }))
  const today = { deals } as unknown as Today
  assert.equal(dealsOf(today, 'coinche').main.preset, 'coinche')
  assert.equal(dealsOf(today, '').main.preset, 'french')
  assert.deepEqual(
    dealsOf(today, 'coinche').others.map(({ preset }) => preset),
    ['french'],
  )
})
