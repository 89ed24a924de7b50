import { expect, test } from 'vitest'

import { catalogue } from '../../src/i18n/catalogues'
import { factOf } from '../../src/i18n/speech'
import { wordsOf } from '../../src/i18n/words'

test('a fact names cards and suits in words and counts in plurals', async () => {
  const words = wordsOf(await catalogue('en'))
  expect(factOf(words, { code: 'partner_wins' }, 'you')).toBe('Partner was winning the trick.')
  expect(factOf(words, { code: 'called', values: { suit: 'D' } }, 'you')).toBe(
    'Partner had signalled diamonds.',
  )
  expect(factOf(words, { code: 'trumps_out', values: { trumps: 1 } }, 'you')).toBe(
    'One trump was still out.',
  )
  expect(factOf(words, { code: 'hand_trumps', values: { trump: 'H', trumps: 2 } }, 'you')).toBe(
    '2 cards of hearts in hand.',
  )
  expect(factOf(words, { code: 'keep_card', values: { card: 'AS' } }, 'you')).toContain(
    'kept the ace of spades',
  )
})

test('an error of the reader is spoken of as "vous" in French, that of another is not', async () => {
  const words = wordsOf(await catalogue('fr'))
  const fact = { code: 'fed', values: { points: 2 } }
  expect(factOf(words, fact, 'you')).toBe(
    'Vous pouviez charger le pli de votre partenaire de 2 points de plus.',
  )
  expect(factOf(words, fact, 'other')).toBe(
    'Le pli du partenaire pouvait être chargé de 2 points de plus.',
  )
})

test('a sentence from right to left chooses its words by codes in Latin letters', async () => {
  const words = wordsOf(await catalogue('ar'))
  const said = (who: string) => words('puzzle.contract', { who, contract: 'صن', name: 'Anna' })
  expect(said('you')).not.toBe(said('other'))
})
