// Suits in sentences are called as on the deck in use.
import assert from 'node:assert/strict'
import { afterEach, test } from 'vitest'
import { loadDeck } from '../../src/cards/loadDeck'
import { t } from '../../src/i18n/language.svelte'
import { callName, cardName, trumpName } from '../../src/i18n/gameWords'
import { speak } from '../support/table'

afterEach(() => loadDeck('french'))

test('a spade of Hungarian cards is a leaf in every sentence', async () => {
  await speak()
  assert.deepEqual([trumpName(t, 'S'), cardName(t, 'KS')], ['spades', 'king of spades'])
  await loadDeck('hungarian')
  assert.deepEqual([trumpName(t, 'S'), cardName(t, 'KS')], ['leaves', 'king of leaves'])
  assert.match(callName(t, { do: 'bid', trump: 'D', value: 90 }), /bells/)
  assert.equal(trumpName(t, 'none'), 'no trumps')
  await speak('hr')
  assert.equal(cardName(t, 'QD'), 'bundeva dama')
})
