import { expect, test } from 'vitest'

import { catalogue } from '../../src/i18n/catalogues'
import { factOf } from '../../src/i18n/speech'
import { wordsOf } from '../../src/i18n/words'

test('a fact names cards and suits in words and counts in plurals', async () => {
  const words = wordsOf(await catalogue('en'))
  expect(factOf(words, { code: 'partner_wins' })).toBe('Partner was winning the trick.')
  expect(factOf(words, { code: 'called', values: { suit: 'D' } })).toBe(
    'Partner had called diamonds.',
  )
  expect(factOf(words, { code: 'trumps_out', values: { trumps: 1 } })).toBe(
    'One trump was still out.',
  )
  expect(factOf(words, { code: 'hand_trumps', values: { trump: 'H', trumps: 2 } })).toBe(
    '2 cards of hearts in hand.',
  )
  expect(factOf(words, { code: 'keep_card', values: { card: 'AS' } })).toContain(
    'kept the ace of spades',
  )
})
