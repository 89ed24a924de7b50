// The time for which things are shown: fast is fast, and yet every card is seen.
import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { CardPlayed, TrickWon } from '../../src/net/messages'
import { SPEEDS } from '../../src/settings/settings.svelte'
import { paceOf, pauseAfter } from '../../src/table/pace'

const card: CardPlayed = { event: 'card_played', seat: 1, card: 'AS', said: '' }
const won: TrickWon = { event: 'trick_won', number: 1, seat: 1, leader: 0, cards: [], points: 11 }
const HOLD = 600

test('no card is seen for less than 350 ms', () => {
  for (const speed of Object.values(SPEEDS)) {
    const pace = paceOf(speed, HOLD)
    assert.ok(pace.card >= 350)
    assert.ok(pace.land + pace.hold >= 350)
  }
})

test('one waits less after a card of one’s own, and after the last of a trick', () => {
  assert.equal(pauseAfter(card, undefined, 0), 'card')
  assert.equal(pauseAfter(card, undefined, 1), 'own')
  assert.equal(pauseAfter(card, won, 0), 'land')
  const pace = paceOf(1, HOLD)
  assert.ok(pace.own < pace.card && pace.land < pace.card)
})

test('the pack is cut and dealt at once where nobody wants to see it', () => {
  const dealt = pauseAfter({ event: 'pack_cut', seat: 2, depth: 12 }, undefined, 0)
  assert.equal(paceOf(1, HOLD, false)[dealt], 0)
  assert.ok(paceOf(1, HOLD)[dealt] > 0)
})
