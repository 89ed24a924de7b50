// The requirements of a new token, and the description of tokens.
import assert from 'node:assert/strict'
import { test } from 'vitest'
import en from '../../../../src/rebelote/i18n/en.json'
import { isExpired, newToken, scopesText } from '../../../src/account/programs/programs'
import { wordsOf } from '../../../src/i18n/words'
import type { Token } from '../../../src/net/messages'

const TYPED = { name: ' notebook ', bot: '', reads: true, plays: true, days: 90 }

test('a token for oneself reads matches and nothing else', () => {
  assert.deepEqual(newToken(TYPED), { name: 'notebook', scopes: ['matches'], days: 90, bot: '' })
})

test('the token of a bot allows what was chosen', () => {
  assert.deepEqual(newToken({ ...TYPED, bot: 'b' })?.scopes, ['play', 'matches'])
  assert.deepEqual(newToken({ ...TYPED, bot: 'b', plays: false })?.scopes, ['matches'])
  assert.equal(newToken({ ...TYPED, bot: 'b', plays: false, reads: false }), null)
})

test('a token needs a name', () => assert.equal(newToken({ ...TYPED, name: '  ' }), null))

test('what it allows is said in words, and whether it has expired', () => {
  assert.equal(scopesText(wordsOf(en), ['play', 'matches']), 'plays · reads matches')
  const token = { expires: 100 } as Token
  assert.deepEqual([isExpired(token, 99_000), isExpired(token, 100_000)], [false, true])
})
