// The drawing of the cards in each deck.
import assert from 'node:assert/strict'
import { render } from '@testing-library/svelte'
import { afterEach, test } from 'vitest'
import Card from '../../src/cards/Card.svelte'
import Sprite from '../../src/cards/Sprite.svelte'
import { FRENCH } from '../../src/cards/deck'
import { deck } from '../../src/cards/deck.svelte'
import { loadDeck } from '../../src/cards/loadDeck'
import { speak } from '../support/table'

const SUITS = ['S', 'H', 'D', 'C'] as const
const NUMBERS = { '7': 7, '8': 8, '9': 9, T: 10 }

afterEach(() => loadDeck('french'))

/** Return the signs on a card, corners included, its picture, and its Roman numerals. */
function drawn(card: string) {
  const { container, unmount } = render(Card, { card })
  const all = (selector: string) => [...container.querySelectorAll(selector)]
  const shown = {
    signs: all('use').map((one) => one.getAttribute('href')),
    picture: all('image').map((one) => one.getAttribute('href')),
    numerals: all('.numeral').map((one) => one.querySelectorAll('path').length),
  }
  unmount()
  return shown
}

test.each(['french', 'hungarian'] as const)('%s: as many pips as the rank says', async (name) => {
  await speak()
  await loadDeck(name)
  for (const suit of SUITS)
    for (const [rank, count] of Object.entries(NUMBERS)) {
      const { signs, picture } = drawn(rank + suit)
      assert.deepEqual(signs, Array(count + 2).fill(`#pip-${suit}`), rank + suit)
      assert.deepEqual(picture, [])
    }
})

test.each([
  ['french', 'JQK'],
  ['hungarian', 'JQKA'],
] as const)('%s: each of %s has a picture of its own', async (name, ranks) => {
  await speak()
  await loadDeck(name)
  const pictures = [...ranks].flatMap((rank) => SUITS.map((suit) => drawn(rank + suit).picture))
  assert.equal(pictures.flat().length, ranks.length * SUITS.length)
  assert.equal(new Set(pictures.flat()).size, pictures.length)
})

test('Hungarian number cards bear a Roman numeral, the others none', async () => {
  await speak()
  assert.deepEqual(drawn('8D').numerals, [0, 0])
  await loadDeck('hungarian')
  assert.deepEqual(drawn('8D').numerals, [4, 4])
  assert.deepEqual(drawn('TD').numerals, [1, 1])
  assert.deepEqual(drawn('KD').numerals, [])
})

test('suits are drawn from the deck in use wherever they are shown', async () => {
  const { container } = render(Sprite)
  const bell = () => container.querySelectorAll('#pip-D path').length
  assert.equal(bell(), 1)
  await loadDeck('hungarian')
  render(Sprite)
  assert.ok(bell() > 1)
})

test('a deck that was chosen last is the one in use', async () => {
  await Promise.all([loadDeck('hungarian'), loadDeck('french')])
  assert.equal(deck.now.name, FRENCH.name)
})
