// Citations of the server become links in words.
import assert from 'node:assert/strict'
import { test } from 'vitest'
import en from '../../../src/rebelote/i18n/en.json'
import sv from '../../../src/rebelote/i18n/sv.json'
import { cited } from '../../src/rules/sources'
import { wordsOf } from '../../src/i18n/words'

const english = wordsOf(en)

test('a rule is told by its source and its place, and leads there', () => {
  assert.deepEqual(cited(english, 'flemish:33 ffb:5.2 bulgaria'), [
    { label: 'Flemish rules, line 33', href: '/sources#flemish-33' },
    { label: 'FFB 5.2', href: '/sources#ffb-5.2' },
    { label: 'Bulgarian rules', href: '/sources#bulgaria' },
  ])
})

test('several lines are told as such, and lead to the first', () => {
  assert.deepEqual(cited(english, 'french:9,14-16'), [
    { label: 'French rules, lines 9, 14–16', href: '/sources#french-9' },
  ])
  assert.deepEqual(cited(wordsOf(sv), 'reading:dead-deals'), [
    { label: 'Så läser Rebelote det', href: '/sources#reading-dead-deals' },
  ])
})

test('what is no rule of the game, or of no source that is known, is not shown', () => {
  assert.deepEqual(
    [
      ...cited(english, 'table'),
      ...cited(english, 'engine'),
      ...cited(english, 'elsewhere:33'),
      ...cited(english, ''),
    ],
    [],
  )
})
