// The sounds of the table, their material, and the wait until the page may play them.
import assert from 'node:assert/strict'
import { test, vi } from 'vitest'
import { VOICES, soundsToPlay, play, soundOf } from '../../src/settings/sounds'
import { lengthOf, plucked } from '../../src/settings/voices'
import type { Happening } from '../../src/table/events'

test('no audio context is made before something was tapped', () => {
  let made = 0
  const activation = { hasBeenActive: false }
  vi.stubGlobal('navigator', { userActivation: activation })
  vi.stubGlobal(
    'AudioContext',
    class {
      constructor() {
        made += 1
        throw new Error('made')
      }
    },
  )
  play('turn', 1)
  assert.equal(made, 0)
  activation.hasBeenActive = true
  assert.throws(() => play('turn', 1), /made/)
  assert.equal(made, 1)
})

const seen = (event: object, seat = 0) => soundOf(event as Happening, seat)

test.each([
  [{ event: 'card_played', said: '' }, 'card'],
  [{ event: 'card_played', said: 'rebelote' }, 'belote'],
  [{ event: 'trick_won' }, 'trick'],
  [{ event: 'trick_won', fallen: 20 }, 'belote'],
  [{ event: 'passed' }, 'pass'],
  [{ event: 'bid_made' }, 'bid'],
  [{ event: 'doubled' }, 'double'],
  [{ event: 'announced', kinds: [] }, null],
  [{ event: 'terms_changed' }, null],
] as const)('of %o is heard: %s', (event, sound) => {
  assert.equal(seen(event), sound)
})

test.each([
  [[162, 0], 0, 'deal_won'],
  [[162, 0], 2, 'deal_won'],
  [[162, 0], 3, 'deal_lost'],
  [[81, 81], 0, null],
  [[162, 0], -1, null],
  [[4, 8, 6], 1, 'deal_won'],
  [[4, 8, 6], 2, 'deal_lost'],
] as const)('a deal of %j sounds to seat %i: %s', (marks, seat, sound) => {
  assert.equal(seen({ event: 'deal_ended', marks }, seat), sound)
})

test.each([
  [0, 2, 'match_won'],
  [0, 1, 'match_lost'],
  [1, -1, 'match_won'],
] as const)('a match won by side %i sounds to seat %i: %s', (winner, seat, sound) => {
  assert.equal(seen({ event: 'match_ended', winner, scores: [1000, 700] }, seat), sound)
})

test('of the last deal and the match the match is heard, and nothing twice', () => {
  assert.deepEqual(soundsToPlay(['trick', null, 'deal_won', 'match_won']), ['trick', 'match_won'])
  assert.deepEqual(soundsToPlay(['card', 'card']), ['card'])
})

test('sounds are short, and only the end of a match and the bell of a hall last', () => {
  for (const [sound, voices] of Object.entries(VOICES)) {
    const ends = sound.startsWith('match') ? 2.5 : sound.startsWith('deal') ? 1.5 : 1.2
    const most = sound === 'bell' ? 4 : ends
    assert.ok(lengthOf(voices) <= most, sound)
  }
})

test('a plucked string has its pitch, is loud at first and fades', () => {
  const rate = 8000
  let seed = 1
  const chance = () => (seed = (seed * 16807) % 2147483647) / 2147483647
  const samples = plucked(rate, 200, 1, chance)
  const energy = (from: number) =>
    samples.slice(from, from + 400).reduce((sum, one) => sum + one * one, 0)
  assert.equal(samples.length, rate)
  assert.ok(Math.max(...samples.map(Math.abs)) <= 1)
  assert.ok(energy(0) > 3 * energy(4000) && energy(4000) > energy(7400))
  const same = samples.slice(800, 1600).reduce((sum, one, i) => sum + one * samples[840 + i]!, 0)
  const other = samples.slice(800, 1600).reduce((sum, one, i) => sum + one * samples[820 + i]!, 0)
  assert.ok(same > other)
})
