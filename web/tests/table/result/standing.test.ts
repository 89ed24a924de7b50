// The score of a match, as the start page states it.
import assert from 'node:assert/strict'
import { test } from 'vitest'
import en from '../../../../src/rebelote/i18n/en.json'
import { wordsOf } from '../../../src/i18n/words'
import type { Update } from '../../../src/net/messages'
import { standingOf } from '../../../src/table/result/standing'
import { paceOf } from '../../../src/table/pace'
import * as table from '../../../src/table/state'
import { update } from '../../support/updates'

const t = wordsOf(en)
const after = (more: Partial<Update>, view: Parameters<typeof update>[3] = {}) =>
  standingOf(
    t,
    table.receive(table.START, { ...update(null, 1, [], view), ...more }, 0, paceOf(1, 0)),
  )

test('one’s own side comes first, and people by their names', () => {
  const { players } = update(null, 1, [])
  const ann = players.map((one) => (one.seat === 2 ? { ...one, person: 'ann', name: 'Ann' } : one))
  const standing = after({ you: 1, players: ann }, { scores: [100, 240] })
  assert.deepEqual(standing?.scores, [240, 100])
  assert.deepEqual(standing?.people, ['P0', 'Ann'])
  assert.equal(standing?.rules.preset, 'french')
})

test('a match is over, under way, or waited for', () => {
  assert.equal(after({})?.state, 'playing')
  assert.equal(after({}, { phase: 'match_over' })?.state, 'over')
  assert.deepEqual(after({ view: null })?.scores, [])
  assert.equal(after({ view: null })?.state, 'waiting')
})

test('who watches has nothing to go on with', () => {
  assert.equal(after({ you: null }), null)
})
