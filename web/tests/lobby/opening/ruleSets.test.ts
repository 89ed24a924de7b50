// The rule sets to choose among: in which order they come, and which a query finds.
import assert from 'node:assert/strict'
import { test } from 'vitest'
import en from '../../../../src/rebelote/i18n/en.json'
import { wordsOf } from '../../../src/i18n/words'
import { familiesOf, matching } from '../../../src/lobby/opening/ruleSets'
import { PRESETS } from '../../../src/net/games'
import type { KeptRules } from '../../../src/rules/keptRules.svelte'

const KEPT: KeptRules[] = [
  { name: 'Chez Camille', preset: 'bga-coinche', house: { target: 1000 } },
  { name: '', preset: 'french', house: { end_deals: 3 } },
]
const result = (query: string, kept: readonly KeptRules[] = []) =>
  matching(familiesOf(t, kept, 'en'), query).flatMap(({ sets }) => sets.map(({ id }) => id))

const t = wordsOf(en)

test('every rule set is there once, with a sentence and who plays it', () => {
  const sets = familiesOf(t, [], 'en').flatMap((family) => family.sets)
  assert.deepEqual(sets.map(({ id }) => id).sort(), [...PRESETS].sort())
  assert.ok(sets.every(({ hint, players }) => hint.endsWith('.') && players))
})

test('one’s own come first, by the names they were given', () => {
  const [own] = familiesOf(t, KEPT, 'en')
  assert.deepEqual(
    own?.sets.map(({ title, target }) => [title, target]),
    [
      ['Chez Camille', 1000],
      ['Last used', 0],
    ],
  )
})

test('then the game of one’s country', () => {
  const first = (language: 'bg' | 'el' | 'nl' | 'fr') => familiesOf(t, [], language)[0]?.sets[0]?.id
  assert.deepEqual((['bg', 'el', 'nl', 'fr'] as const).map(first), [
    'bulgarian',
    'pilotta',
    'flemish',
    'french',
  ])
})

test('a query finds by name, sentence and players, without accents', () => {
  assert.deepEqual(result('CONTREE cannes'), ['cannes-2016'])
  assert.deepEqual(result('aalst'), ['flemish'])
  assert.deepEqual(result('camille', KEPT), ['kept-0'])
  assert.deepEqual(result('bridge'), [])
  assert.equal(result(' ').length, PRESETS.length)
})
