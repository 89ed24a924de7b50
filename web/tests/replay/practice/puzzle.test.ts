// The address of a puzzle names a game, a day and a theme, or some of them; and which comes next.
import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { PuzzleArchive } from '../../../src/net/messages'
import { addressOf, askedIn, nextOf, ofTheme, themesIn } from '../../../src/replay/practice/puzzle'

test('an address names a game, a day, a theme, or some of them', () => {
  assert.deepEqual(askedIn(''), { game: '', day: '', theme: '' })
  assert.deepEqual(askedIn('2026-11-21'), { game: '', day: '2026-11-21', theme: '' })
  for (const asked of [
    { game: 'ffb-contree-2016', day: '', theme: '' },
    { game: 'bga', day: '2026-11-21', theme: '' },
    { game: 'bga', day: '2026-11-21', theme: 'feed' },
  ] as const)
    assert.deepEqual(askedIn(addressOf(asked).slice('#/puzzle/'.length)), asked)
})

const archive: PuzzleArchive = {
  preset: 'french',
  days: [
    { day: '2026-11-21', kind: 'call', theme: null, right: null },
    { day: '2026-11-20', kind: 'lead', theme: 'lead_trumps', right: null },
    { day: '2026-11-19', kind: 'ending', theme: 'feed', right: true },
    { day: '2026-11-18', kind: 'call', theme: 'bid', right: null },
  ],
}
const at = (day: string, theme: '' | 'lead_trumps' | 'feed' = '') =>
  nextOf(archive, { game: 'french', day, theme })?.day

test('the next puzzle is the next earlier one that is open, then the latest', () => {
  assert.equal(at('2026-11-21'), '2026-11-20')
  assert.equal(at('2026-11-20'), '2026-11-18')
  assert.equal(at('2026-11-18'), '2026-11-21')
  assert.equal(at('2026-11-21', 'lead_trumps'), '2026-11-20')
  assert.equal(at('2026-11-20', 'lead_trumps'), undefined)
  assert.equal(at('2026-11-21', 'feed'), undefined)
})

test('only themes that occur can be chosen', () => {
  assert.deepEqual(themesIn(archive), ['bid', 'lead_trumps', 'feed'])
  assert.deepEqual(
    ofTheme(archive, 'feed').map(({ day }) => day),
    ['2026-11-19'],
  )
  assert.equal(ofTheme(archive, '').length, 4)
})
