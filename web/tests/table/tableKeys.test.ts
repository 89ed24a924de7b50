// The commands of keys at a table, by the place of the focus.
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { commandOf, type Focus } from '../../src/table/tableKeys'

const focus = (where: Partial<Focus> = {}): Focus => ({
  text: false,
  arrows: false,
  none: false,
  ...where,
})
const playing = { over: false, shortcuts: true }

test.each([
  ['l', { do: 'open', dialog: 'last' }],
  ['S', { do: 'open', dialog: 'sheet' }],
  ['t', { do: 'open', dialog: 'chat' }],
  ['r', { do: 'repeat' }],
  ['U', { do: 'back' }],
  ['?', { do: 'help' }],
  ['7', null],
  ['q', null],
])('the single key %s', (key, command) => {
  assert.deepEqual(commandOf(key, focus(), playing), command)
})

test('single keys can be switched off, arrows and Enter cannot', () => {
  const without = { over: false, shortcuts: false }
  assert.equal(commandOf('s', focus(), without), null)
  assert.deepEqual(commandOf('ArrowLeft', focus(), without), { do: 'hand' })
  assert.deepEqual(commandOf('Enter', focus({ none: true }), without), { do: 'forward' })
})

test('arrows come to the hand, but from where they mean something, and not once the deal is over', () => {
  assert.deepEqual(commandOf('ArrowRight', focus(), playing), { do: 'hand' })
  assert.equal(commandOf('ArrowRight', focus({ arrows: true }), playing), null)
  assert.equal(commandOf('ArrowRight', focus(), { over: true, shortcuts: true }), null)
})

test('Enter and space go on only where nothing is chosen', () => {
  assert.deepEqual(commandOf(' ', focus({ none: true }), playing), { do: 'forward' })
  assert.equal(commandOf('Enter', focus(), playing), null)
})
