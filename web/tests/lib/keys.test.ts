// Single keys mean the same on a keyboard that writes another alphabet.
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { latinKey } from '../../src/lib/keys'

test('a key is its Latin letter on a Bulgarian or Greek keyboard', () => {
  assert.equal(latinKey({ key: 'с', code: 'KeyS' }), 's')
  assert.equal(latinKey({ key: 'Л', code: 'KeyL' }), 'l')
  assert.equal(latinKey({ key: 'ρ', code: 'KeyR' }), 'r')
})

test('on a Latin keyboard a key is what it writes, wherever it lies', () => {
  assert.equal(latinKey({ key: 'a', code: 'KeyQ' }), 'a')
  assert.equal(latinKey({ key: 'é', code: 'Digit2' }), 'é')
  for (const key of ['?', '7', 'ArrowLeft', 'Enter', ' '])
    assert.equal(latinKey({ key, code: 'KeyX' }), key)
})
