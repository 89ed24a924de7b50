// What a guest who gives no name is called.
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { GUEST_NAMES, LANGUAGES } from '../../src/net/constants'
import { numbered } from '../../src/account/me.svelte'
import { isNameless } from '../../src/i18n/speech'

test('a guest without a name is a guest in English, whatever the order of languages', () => {
  assert.match(numbered(), /^Guest \d{3}$/)
})

test('the name of a guest without one is known in every language', () => {
  assert.deepEqual(Object.keys(GUEST_NAMES), [...LANGUAGES])
  for (const name of Object.values(GUEST_NAMES)) assert(isNameless(name.replace('{number}', '417')))
})
