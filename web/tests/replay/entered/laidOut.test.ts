// The cards of a deal as they are given by hand: tapped, typed, taken back.
import assert from 'node:assert/strict'
import { test } from 'vitest'
import fr from '../../../../src/rebelote/i18n/fr.json'
import {
  blank,
  withHand,
  isWhole,
  leftIn,
  nextSeat,
  packOf,
  readings,
  takesRest,
  tapped,
  written,
} from '../../../src/replay/entered/laidOut'

const FRENCH: Record<string, string> = { J: 'V', Q: 'D', K: 'R', T: '10' }
const letter = (rank: string) => FRENCH[rank] ?? rank
const suitLetter = (suit: string) => fr[`suit.letter.${suit}` as keyof typeof fr]

test('a pack is that of the game', () => {
  assert.equal(new Set(packOf('french')).size, 32)
  assert.equal(new Set(packOf('flemish3')).size, 30)
  assert.equal(blank('flemish3').hands.length, 3)
})

test('a card goes to a seat, and back', () => {
  const once = tapped(blank('french'), 1, 'JS')
  assert.deepEqual(once.hands, [[], ['JS'], [], []])
  assert.deepEqual(tapped(once, 3, 'JS').hands, [[], [], [], []])
})

test('a full hand passes the next card on, and the last one takes the rest', () => {
  let laid = blank('french')
  let seat = 0
  for (const card of packOf('french').slice(0, 24)) {
    laid = tapped(laid, seat, card)
    seat = nextSeat(laid, seat)
  }
  assert.equal(seat, 3)
  assert.ok(takesRest(laid, 3) && !takesRest(laid, 0))
  laid = withHand(laid, 3, leftIn(laid))
  assert.deepEqual(leftIn(laid), [])
  assert.ok(!takesRest(laid, 3) && !isWhole(laid))
  assert.ok(isWhole({ ...laid, turned: laid.hands[2]![5]! }))
})

test('the turned card goes with its hand', () => {
  const laid = { ...tapped(blank('french'), 0, 'JS'), turned: 'JS' }
  assert.equal(tapped(laid, 0, 'AS').turned, 'JS')
  assert.equal(tapped(laid, 0, 'JS').turned, '')
})

test('a typed hand is read in the letters of the reader and of a record', () => {
  const read = (text: string) => readings(text, 'french', letter, suitLetter)
  assert.deepEqual(read('V♠ 10h, rd;7C'), [['JS', 'TH', 'KD', '7C']])
  assert.deepEqual(read('JS TH KD'), [['JS', 'TH', 'KD']])
  assert.deepEqual(read(''), [[]])
  assert.deepEqual(read('JS 11H'), [])
})

test('suits are read in the letters of the language, and asked about where a record says another', () => {
  const read = (text: string) => readings(text, 'french', letter, suitLetter)
  assert.deepEqual(read('RC VC'), [['KH', 'JH']])
  assert.deepEqual(read('VP 10T AK'), [['JS', 'TC', 'AD']])
  assert.deepEqual(read('QC JC'), [['QC', 'JC']])
  assert.deepEqual(read('10C 7♠'), [
    ['TH', '7S'],
    ['TC', '7S'],
  ])
  assert.deepEqual(read('10C 7C RP'), [['TH', '7H', 'KS']])
  assert.equal(written(['JS', 'TH', '7D'], letter, suitLetter), 'VP 10C 7K')
})

test('a typed hand takes its cards from the others, and no card twice', () => {
  const laid = tapped(blank('french'), 1, 'JS')
  assert.deepEqual(withHand(laid, 0, ['JS', 'JS', 'AS']).hands, [['JS', 'AS'], [], [], []])
})
