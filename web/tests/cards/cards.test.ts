// Hands are ordered as people hold them, and seats stand where they should.
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { arranged, moved, placeOf, suitOf } from '../../src/cards/cards'

const HAND = ['7C', 'AH', '9S', 'JD', 'KH', 'JS', 'TC', 'QD']

test('trumps come first, then colours alternate', () => {
  const suits = arranged(HAND, 'H', 'alternate').map(suitOf)
  assert.deepEqual([...new Set(suits)], ['H', 'S', 'D', 'C'])
})

test('with two suits of one colour and one of the other, the one lies between', () => {
  assert.deepEqual(arranged(['7S', '7C', '7H'], null, 'alternate'), ['7S', '7H', '7C'])
})

test('within a suit the strong card lies first, trumps by their own order', () => {
  assert.deepEqual(arranged(['8S', 'AS', 'JS', '9S'], 'S', 'alternate'), ['JS', '9S', 'AS', '8S'])
  assert.deepEqual(arranged(['8S', 'JS', 'TS', 'AS'], 'H', 'alternate'), ['AS', 'TS', 'JS', '8S'])
})

test('every order keeps every card, for every trump', () => {
  for (const trump of ['S', 'H', 'D', 'C', 'all', 'none', null] as const) {
    for (const order of ['alternate', 'suits'] as const) {
      assert.deepEqual(arranged(HAND, trump, order, ['JD']).sort(), [...HAND].sort())
    }
  }
})

test('a hand laid by its holder stays so; new cards lie at the right', () => {
  assert.deepEqual(arranged(['7S', '8S', 'AH'], null, 'alternate', ['8S', 'KD', '7S']), [
    '8S',
    '7S',
    'AH',
  ])
})

test('a card moves along the hand and no further than its ends', () => {
  assert.deepEqual(moved(['7S', '8S', '9S'], '7S', 1), ['8S', '7S', '9S'])
  assert.deepEqual(moved(['7S', '8S', '9S'], '8S', -5), ['8S', '7S', '9S'])
})

test('counter-clockwise, the next to act sits at the right; clockwise, at the left', () => {
  assert.deepEqual(
    [0, 1, 2, 3].map((seat) => placeOf(seat, 0, 4, 'ccw')),
    ['bottom', 'right', 'top', 'left'],
  )
  assert.deepEqual(
    [0, 1, 2, 3].map((seat) => placeOf(seat, 2, 4, 'cw')),
    ['top', 'right', 'bottom', 'left'],
  )
})

test('suits keep their places, trumps as well, where that is wanted', () => {
  assert.deepEqual(arranged(['7S', '7D', 'JC', '7H'], 'D', 'fixed'), ['7S', '7H', 'JC', '7D'])
  assert.deepEqual(arranged(['7S', '7D', 'JC', '7H'], 'D', 'suits'), ['7D', '7S', '7H', 'JC'])
})
