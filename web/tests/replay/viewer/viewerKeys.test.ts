// Keys and touches that step through a deal.
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { commandOf, stepsOf } from '../../../src/replay/viewer/viewerKeys'

const free = { own: false, pressed: false }
const at = { step: 5, last: 40, before: 3, after: 9, deal: 2 }

test.each([
  ['ArrowLeft', { do: 'step', to: 4 }],
  ['ArrowRight', { do: 'step', to: 6 }],
  ['Home', { do: 'step', to: 0 }],
  ['End', { do: 'step', to: 40 }],
  ['PageUp', { do: 'deal', to: 1 }],
  ['PageDown', { do: 'deal', to: 3 }],
  ['ArrowUp', { do: 'step', to: 3 }],
  ['ArrowDown', { do: 'step', to: 9 }],
  [' ', { do: 'play' }],
  ['Enter', { do: 'why' }],
  ['x', null],
])('the key %s', (key, command) => {
  assert.deepEqual(commandOf(key, free, at), command)
})

test('a field keeps its keys, and a button its space bar and Enter', () => {
  assert.equal(commandOf('ArrowLeft', { own: true, pressed: false }, at), null)
  assert.equal(commandOf(' ', { own: false, pressed: true }, at), null)
  assert.equal(commandOf('Enter', { own: false, pressed: true }, at), null)
  assert.deepEqual(commandOf('Home', { own: false, pressed: true }, at), { do: 'step', to: 0 })
})

test('a swipe leads against its direction, a tap by its side, and a crooked one nowhere', () => {
  const box = { x: 0, width: 300 }
  assert.equal(stepsOf({ x: 200, y: 0 }, { x: 100, y: 20 }, box), 1)
  assert.equal(stepsOf({ x: 100, y: 0 }, { x: 200, y: 20 }, box), -1)
  assert.equal(stepsOf({ x: 250, y: 0 }, { x: 252, y: 3 }, box), 1)
  assert.equal(stepsOf({ x: 50, y: 0 }, { x: 50, y: 0 }, box), -1)
  assert.equal(stepsOf({ x: 50, y: 0 }, { x: 60, y: 90 }, box), 0)
})
