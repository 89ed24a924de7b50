// The address of a puzzle names a game, a day, both or neither.
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { addressOf, askedIn } from '../../src/replay/puzzle'

test('an address names a game, a day, both or neither', () => {
  assert.deepEqual(askedIn(''), { game: '', day: '' })
  assert.deepEqual(askedIn('2026-11-21'), { game: '', day: '2026-11-21' })
  for (const [game, day] of [
    ['ffb-contree-2016', ''],
    ['bga', '2026-11-21'],
  ] as const)
    assert.deepEqual(askedIn(addressOf(game, day).slice('#/puzzle/'.length)), { game, day })
})
