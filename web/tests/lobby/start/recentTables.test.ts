// The browser's memory of recent tables, and the table to go on at.
import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
import { save } from '../../../src/lib/storage'
import * as recent from '../../../src/lobby/start/recentTables'
import { openPage } from '../../support/page'

const standing = (more: Partial<recent.Standing> = {}) => ({
  state: 'playing' as const,
  rules: { preset: 'french', house: {} },
  scores: [82, 80],
  people: [],
  ...more,
})

beforeEach(() => void openPage({ protocol: 'http:', host: 'localhost' }))

test('the last table comes first, and none twice', () => {
  for (const table of ['A', 'B', 'A']) recent.rememberTable(table)
  recent.forgetTable('B')
  assert.deepEqual(recent.recentTables(), [{ table: 'A' }])
})

test('what an earlier version wrote down is read, and nothing else', () => {
  save('rebelote.tables', ['A', { table: 'B' }, null, 3, { table: 4 }])
  assert.deepEqual(
    recent.recentTables().map(({ table }) => table),
    ['A', 'B'],
  )
  assert.equal(recent.tableToContinue()?.fresh, false)
})

test('one goes on at a match under way, with its score', () => {
  recent.rememberTable('A')
  recent.noteStanding('A', standing())
  recent.rememberTable('A')
  const last = recent.tableToContinue()
  assert.equal(last?.fresh, true)
  assert.deepEqual(last?.standing?.scores, [82, 80])
})

test('a match against bots that is over is not gone on with; one with others may be', () => {
  recent.rememberTable('A')
  recent.noteStanding('A', standing({ state: 'over' }))
  assert.equal(recent.tableToContinue(), undefined)
  recent.noteStanding('A', standing({ state: 'over', people: ['Bea'] }))
  assert.equal(recent.tableToContinue()?.fresh, false)
})

test('a match that was left long ago is no longer the first thing to do', () => {
  const seen = Date.now() - 4 * 86_400_000
  save('rebelote.tables', [{ table: 'A', standing: { ...standing(), seen } }])
  assert.equal(recent.tableToContinue()?.fresh, false)
})
