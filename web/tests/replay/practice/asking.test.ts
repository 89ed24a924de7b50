// The question of a position: the contract first, then the purpose of the card.
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { catalogue } from '../../../src/i18n/catalogues'
import type { Listening } from '../../../src/i18n/speech'
import { wordsOf } from '../../../src/i18n/words'
import type { View } from '../../../src/net/messages'
import { situation, task } from '../../../src/replay/practice/practice'
import { playersOf } from '../../support/players'

const at: Listening = {
  words: wordsOf(await catalogue('en')),
  seat: 0,
  from: 0,
  players: playersOf('', 'Odette', 'Gaston', 'Margot'),
}
const taken = (attacker: number, cards: string[] = []) =>
  ({
    contract: { attacker, trump: 'S', value: null, stake: 1 },
    trick: { leader: 0, cards, winner: null },
  }) as unknown as View

test('who has taken comes first', () => {
  assert.equal(situation(taken(1), at), 'Odette has taken: spades.')
  assert.equal(situation(taken(2), at), 'Your partner has taken: spades.')
  assert.equal(situation(taken(0), at), 'You have taken: spades.')
})

test('where the contract depends on it, the question is of the contract', () => {
  assert.equal(task(taken(1), at, true), 'Which card defeats the contract?')
  assert.equal(task(taken(2), at, true), 'Which card saves the contract?')
  assert.equal(task(taken(1), at, false), 'You lead. Which card is best?')
  assert.equal(task(taken(1, ['AS']), at, false), 'Your turn. Which card is best?')
})

test('where each plays alone, nobody else is a partner', () => {
  const three = { ...at, players: at.players.slice(0, 3) }
  assert.equal(situation(taken(2), three), 'Gaston has taken: spades.')
  assert.equal(task(taken(2), three, true), 'Which card defeats the contract?')
})
