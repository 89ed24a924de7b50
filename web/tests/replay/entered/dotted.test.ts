// Deals in the dotted form of other programs.
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { dottedDeal, dottedHand } from '../../../src/replay/entered/dotted'

const DEAL = 'AKQJ.T9.8.7 987.AKQJ..8 T.8.AKQJ.T9 .7.T97.AKQJ'

test('a hand is read suit by suit', () => {
  assert.deepEqual(dottedHand('A10..kq.7'), ['AS', 'TS', 'KD', 'QD', '7C'])
  assert.deepEqual(dottedHand('-'), [])
  for (const text of ['', 'AK', 'A.2..', 'A.K.Q', 'A.K.Q.J.T']) assert.equal(dottedHand(text), null)
})

test('a deal is pasted with its seats and dealer', () => {
  const north = dottedDeal(`N:${DEAL}`, 'french')
  assert.deepEqual(north?.hands[0], ['AS', 'KS', 'QS', 'JS', 'TH', '9H', '8D', '7C'])
  assert.equal(north?.dealer, 3)
  const west = dottedDeal(`[Event "?"]\n[Dealer "E"]\n[Deal "W:${DEAL}"]`, 'french')
  assert.deepEqual(west?.hands, [...(north?.hands.slice(1) ?? []), north?.hands[0]])
  assert.equal(west?.dealer, 1)
})

test('what cannot be dealt by the rules is no deal', () => {
  for (const text of ['[Record 1]', `X:${DEAL}`, 'N:7... 7... - -', 'N:789TJQKA.7.. - - -', DEAL])
    assert.equal(dottedDeal(text, 'french'), null)
  assert.equal(dottedDeal(`N:${DEAL}`, 'flemish3'), null)
})
