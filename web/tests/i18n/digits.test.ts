// Arabic-Indic digits: where they are written, and that all are read.
import assert from 'node:assert/strict'
import { test } from 'vitest'
import ar from '../../../src/rebelote/i18n/ar.json'
import en from '../../../src/rebelote/i18n/en.json'
import { asTyped, tagOf } from '../../src/i18n/digits'
import { percent } from '../../src/i18n/figures'
import { valueName } from '../../src/i18n/gameWords'
import { wordsOf } from '../../src/i18n/words'
import { typedOn } from '../../src/table/auction/bidding'

const words = (arabic: boolean) =>
  wordsOf({ ...ar, 'language.tag': tagOf(ar['language.tag'], arabic) })

test('numbers of sentences have them where they are wanted, quoted names and cards never', () => {
  const asked = { name: 'Ann 2', points: 16 }
  assert.match(words(true)('ui.challenge.stake', asked), /Ann 2.*١٦/)
  assert.match(words(false)('ui.challenge.stake', asked), /Ann 2.*16/)
  assert.match(words(true)('event.trick_won', { name: 'Bea', points: 25 }), /٢٥/)
  assert.match(words(true)('ui.daily.better', { percent: 40 }), /٤٠٪/)
  assert.match(words(false)('ui.daily.better', { percent: 40 }), /40%/)
  assert.equal(valueName(words(true), 90), '٩٠')
  assert.equal(percent(words(true), 0.5).replace(/[^٠-٩]/g, ''), '٥٠')
})

test('a language without them keeps its own', () => {
  assert.equal(tagOf(en['language.tag'], true), 'en')
})

test('bids are typed with the digits of any keyboard', () => {
  assert.equal(asTyped('٩٠h ۱۰۰'), '90h 100')
  const bids = [{ do: 'bid', trump: 'H', value: 90 }] as const
  assert.equal(typedOn(bids, '', '٩'), '9')
  assert.equal(typedOn(bids, '9', '۰'), '90')
})
