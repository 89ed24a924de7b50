// The name of a set of rules at a table.
import assert from 'node:assert/strict'
import { beforeEach, test, vi } from 'vitest'
import { RULES_NAME, saveToTab } from '../../src/lib/storage'
import { keepRules } from '../../src/rules/keptRules.svelte'
import { rulesName, withRulesName } from '../../src/rules/rulesName'

const CAFE = { preset: 'french', differs: { target: 501 } }
const OTHER = { preset: 'french', differs: { target: 701 } }

function storage() {
  const held = new Map<string, string>()
  return {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => held.set(key, value),
  }
}

beforeEach(() => {
  vi.stubGlobal('localStorage', storage())
  vi.stubGlobal('sessionStorage', storage())
})

test('a link carries the name behind the hash', () => {
  const link = withRulesName('https://x/join/ABCDEF', 'Café & Co')
  assert.equal(link, 'https://x/join/ABCDEF#rules=Caf%C3%A9+%26+Co')
  assert.equal(new URLSearchParams(new URL(link).hash.slice(1)).get('rules'), 'Café & Co')
  assert.equal(withRulesName('https://x/join/ABCDEF', ''), 'https://x/join/ABCDEF')
})

test('the name in a link is that of the rules that were met first', () => {
  assert.equal(rulesName(CAFE), '')
  saveToTab(RULES_NAME, { name: ' Café\u202e rules\n' })
  assert.equal(rulesName(CAFE), 'Café rules')
  assert.equal(rulesName(OTHER), '')
  assert.equal(rulesName(CAFE), 'Café rules')
})

test('a name is cut, and one of one’s own comes first', () => {
  saveToTab(RULES_NAME, { name: 'x'.repeat(99) })
  assert.equal(rulesName(OTHER).length, 40)
  keepRules('Ours', { preset: 'french', house: OTHER.differs })
  assert.equal(rulesName(OTHER), 'Ours')
})
