// Pasted lists of names, and the search among entrants.
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { found, linesIn } from '../../../src/tournament/desk/entrants/lists'

const names = (text: string, single = false) =>
  linesIn(text, [], single).flatMap(({ name, fault }) => (fault ? [] : [name]))

test('a sheet with number, player, player is understood, and its heading is left out', () => {
  const sheet = 'N°\tJoueur 1\tJoueur 2\n1\tAnn Petit\tBo Garcia\n2\tCé\tDré\n'
  assert.deepEqual(names(sheet), ['Ann Petit & Bo Garcia', 'Cé & Dré'])
  assert.deepEqual(linesIn(sheet, [], false)[0]?.fault, { why: 'heading' })
  assert.deepEqual(names('7;Ann;Bo'), ['Ann & Bo'])
  assert.deepEqual(names('Petit;Ann;Garcia;Bo'), ['Petit Ann & Garcia Bo'])
  assert.deepEqual(names('3\tPetit\tAnn', true), ['Petit Ann'])
})

test('lines of names may be numbered, and numbers beside a name are no player', () => {
  assert.deepEqual(names('1. Ann & Bo\n2. Cé & Dré'), ['Ann & Bo', 'Cé & Dré'])
  assert.deepEqual(names('Ann and Bo\n\n "Cé; Dré";3\nEva\t7'), ['Ann and Bo', 'Cé; Dré', 'Eva'])
  assert.deepEqual(names('Ann & Bo;Cé'), ['Ann & Bo'])
})

test('each line that does not enter says why, and the others do', () => {
  const text = [
    'Ann & Bo',
    'x'.repeat(61),
    '',
    'Eva \u{1f468}\u200d\u{1f469}',
    'Gus',
    'bo & ann',
    'GUS',
  ]
  const lines = linesIn(text.join('\n'), [{ name: 'Ann & Bo', number: 4 }], false)
  assert.deepEqual(
    lines.map(({ line, fault }) => [line, fault]),
    [
      [1, { why: 'known', number: 4 }],
      [2, { why: 'long' }],
      [4, { why: 'sign', sign: 'U+200D' }],
      [5, null],
      [6, { why: 'known', number: 4 }],
      [7, { why: 'twice', line: 5 }],
    ],
  )
})

test('entrants are found by a part of a name without accents, and by their whole number', () => {
  const teams = [
    { name: 'Éliane Petit & Bo', number: 1 },
    { name: 'Cé & René', number: 12 },
  ]
  const numbers = (wanted: string) => found(teams, wanted).map(({ number }) => number)
  assert.deepEqual(numbers('eliane bo'), [1])
  assert.deepEqual(numbers('12'), [12])
  assert.deepEqual(numbers('1'), [1])
  assert.deepEqual(numbers(''), [1, 12])
})
