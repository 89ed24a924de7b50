// Sounds wait until the page may make them.
import assert from 'node:assert/strict'
import { test, vi } from 'vitest'
import { play } from '../../src/settings/sounds'

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
