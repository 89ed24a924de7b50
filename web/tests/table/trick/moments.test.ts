// The moments written across the table: belote, roem, doubles and the last trick, no ordinary card.
import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { Happening } from '../../../src/table/events'
import { momentOf } from '../../../src/table/trick/moments'
import type { Words } from '../../../src/i18n/words'

const words = Object.assign((key: string) => key, {
  coded: (_: string, otherwise: string) => otherwise,
}) as Words
const seen = (event: object) => momentOf(event as Happening, 8, words)

test.each([
  [{ event: 'card_played', said: 'belote' }, 'said.belote', 'joy'],
  [{ event: 'card_played', said: 'rebelote' }, 'said.rebelote', 'joy'],
  [{ event: 'doubled' }, 'Contract.doubled', 'blow'],
  [{ event: 'redoubled' }, 'Contract.redoubled', 'blow'],
  [{ event: 'trick_won', number: 8 }, 'score.last-trick', 'note'],
  [{ event: 'trick_won', number: 7, fallen: 20 }, 'said.roem', 'joy'],
])('%o is a moment', (event, text, kind) => {
  assert.deepEqual(seen(event), { text, kind })
})

test.each([
  { event: 'card_played', said: '' },
  { event: 'trick_won', number: 7 },
  { event: 'passed' },
])('%o is none', (event) => {
  assert.equal(seen(event), null)
})
