// The kernel's package by its own file; the answers for every rule set are compared with Python's in
// `tests/project/test_npm_packages.py`.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'vitest'
import { KernelError, loadKernel, type LawTables } from '../../packages/kernel/index'
import { KERNEL_FILE, withKernel } from '../support/kernel'

/** Hearts are trumps, higher cards win, every card counts one point, and any card may be played. */
const LAW: LawTables = {
  duties: Array<number>(128).fill(0),
  trump: 1,
  strength: Array.from({ length: 32 }, (_, card) => card % 8),
  points: Array<number>(32).fill(1),
  last_trick: 10,
  withheld: [],
  partners: false,
  not_led: 0,
  bonuses: [],
}
const SEVEN_OF_SPADES = 0
const SEVEN_OF_HEARTS = 8
const ACE_OF_CLUBS = 31

withKernel('the kernel answers, and refuses in sentences', async () => {
  const kernel = await loadKernel(readFileSync(KERNEL_FILE))
  const law = kernel.law(LAW)
  assert.equal(law.winner([SEVEN_OF_SPADES, SEVEN_OF_HEARTS]), 1)
  // The highest bit makes a mask negative in JavaScript; what comes back is not.
  assert.equal(law.legal(1 << ACE_OF_CLUBS, [SEVEN_OF_SPADES]), 2 ** 31)
  const hands = [1 << SEVEN_OF_HEARTS, 1 << SEVEN_OF_SPADES]
  assert.deepEqual(law.solve({ hands, leader: 0 }, { values: true, line: true }), {
    points: [12, 0],
    values: new Map([[SEVEN_OF_HEARTS, 12]]),
    line: [SEVEN_OF_HEARTS, SEVEN_OF_SPADES],
  })
  const refused = (ask: () => unknown, sentence: RegExp) =>
    assert.throws(ask, (error) => error instanceof KernelError && sentence.test(error.message))
  refused(() => law.winner([32]), /^32 is not a card/)
  refused(() => law.winner([0.5]), /^0.5 is not a card/)
  refused(() => law.legal(2 ** 32, []), /^4294967296 is not a set of cards/)
  refused(() => law.winner([]), /nobody wins it/)
  refused(() => kernel.law({ ...LAW, trump: 6 }), /^trump is 6/)
})

test('an address that cannot be read is named', async () => {
  const missing = new URL('./missing.wasm', import.meta.url)
  await assert.rejects(loadKernel(missing), /missing\.wasm/)
})
