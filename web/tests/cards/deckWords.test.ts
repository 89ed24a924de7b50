// Suits in words and letters follow the deck in use.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { afterEach, test } from 'vitest'
import { suitOnCards, suitTyped, suitWritten } from '../../src/cards/deckWords'
import { loadDeck } from '../../src/cards/loadDeck'
import { wordsOf, type Catalogue } from '../../src/i18n/words'
import { LANGUAGES } from '../../src/net/constants'

const SUITS = ['S', 'H', 'D', 'C'] as const
const wordsIn = (language: string) =>
  wordsOf(JSON.parse(readFileSync(`../src/rebelote/i18n/${language}.json`, 'utf8')) as Catalogue)

afterEach(() => loadDeck('french'))

test('French suits have their signs and the letters of the language', () => {
  const words = wordsIn('fr')
  assert.deepEqual(
    SUITS.map((suit) => suitWritten(words, suit)),
    ['♠', '♥', '♦', '♣'],
  )
  assert.deepEqual([suitTyped(words, 'S'), suitOnCards(words, 'S')], ['P', 'pique'])
})

test('Hungarian suits have names and letters of their own', async () => {
  await loadDeck('hungarian')
  const typed = (language: string) => SUITS.map((suit) => suitTyped(wordsIn(language), suit))
  assert.deepEqual(typed('hr'), ['L', 'S', 'B', 'Ž'])
  assert.deepEqual(typed('fr'), ['F', 'C', 'GR', 'GL'])
  assert.equal(suitOnCards(wordsIn('en'), 'S'), 'leaves')
  assert.equal(suitWritten(wordsIn('en'), 'C'), 'A')
  for (const language of LANGUAGES) {
    const letters = typed(language)
    assert.ok(letters.every((one) => letters.filter((other) => other.startsWith(one)).length === 1))
  }
})
