// Calls that raise the stake are asked for again; others only where the player wants it so.
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { Twice } from '../../../src/table/hand/twice.svelte'
import type { Call } from '../../../src/table/auction/calls'
import { like } from '../../support/table'

const named = (name: string): Call => ({ do: 'say', name, trump: null })
/** The number of taps that a call takes. */
function taps(call: Call): number {
  const twice = new Twice()
  let done = 0
  for (let count = 1; ; count++) {
    twice.tap(call, () => (done = count))
    if (done) return done
  }
}

test.each([
  [{ do: 'double' }, 2],
  [{ do: 'redouble' }, 2],
  [named('gahwa'), 2],
  [named('closed-double'), 2],
  [named('ashkal'), 1],
  [{ do: 'pass' }, 1],
  [{ do: 'take', contract: 'S' }, 1],
] as const)('%j takes so many taps', (call, count) => {
  assert.equal(taps(call as Call), count)
  like({ doubleTwice: false })
  assert.equal(taps(call as Call), 1)
})
