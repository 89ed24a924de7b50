// The answer to a position that is practised.
import assert from 'node:assert/strict'
import { test } from 'vitest'

import { wordOf } from '../../../src/replay/practice/practice'

test('a call is answered by its word', () => {
  const pass = { do: 'pass' as const }
  const bid = { do: 'bid' as const, trump: 'H' as const, value: 90 as const }
  assert.equal(wordOf({ pass, '90H': bid }, { ...bid }), '90H')
  assert.equal(wordOf({ pass }, bid), '')
})
