// The cards of a deal as they are given by hand: tapped, typed, taken back.
import assert from 'node:assert/strict'
import { test } from 'vitest'
import {
  blank,
  given,
  isWhole,
  leftIn,
  nextSeat,
  packOf,
  readHand,
  takesRest,
  tapped,
  written,
} from '../../src/replay/laidOut'

const FRENCH: Record<string, string> = { J: 'V', Q: 'D', K: 'R', T: '10' }
const letter = (rank: string) => FRENCH[rank] ?? rank

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
  laid = given(laid, 3, leftIn(laid))
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
  assert.deepEqual(readHand('V♠ 10h, rd;7C', 'french', letter), ['JS', 'TH', 'KD', '7C'])
  assert.deepEqual(readHand('JS TH KD', 'french', letter), ['JS', 'TH', 'KD'])
  assert.deepEqual(readHand('', 'french', letter), [])
  assert.equal(readHand('JS 11H', 'french', letter), null)
  assert.equal(written(['JS', 'TH'], letter), 'V♠ 10♥')
})

test('a typed hand takes its cards from the others, and no card twice', () => {
  const laid = tapped(blank('french'), 1, 'JS')
  assert.deepEqual(given(laid, 0, ['JS', 'JS', 'AS']).hands, [['JS', 'AS'], [], [], []])
})
