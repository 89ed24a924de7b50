// Tricks as they are told: each card with who played it.
import assert from 'node:assert/strict'
import { test } from 'vitest'
import en from '../../../src/rebelote/i18n/en.json'
import { cardsPlayed, sentence, wholeTrick, type Listening } from '../../src/i18n/speech'
import { wordsOf } from '../../src/i18n/words'
import { playersOf } from '../support/players'

const at: Listening = {
  words: wordsOf(en),
  seat: 0,
  from: 0,
  players: playersOf('Jeanne', 'Odette', 'Lucien', 'Margot'),
}

test('cards are told in the order of play, from whoever led', () => {
  assert.equal(cardsPlayed(at, 3, ['AS', 'TS']), 'Margot ace of spades, you ten of spades')
})

test('a whole trick names each card and who wins it', () => {
  const reported = wholeTrick(
    {
      event: 'trick_won',
      number: 1,
      seat: 2,
      leader: 1,
      cards: ['7H', 'AH', '8H', '9H'],
      points: 11,
    },
    at,
  )
  assert.match(
    reported,
    /^Odette seven of hearts, Lucien ace of hearts, Margot eight of hearts, you /,
  )
  assert.match(reported, /Lucien/)
})

test('roem is said with the trick', () => {
  const cards = ['7H', 'KS', 'QS', '9H']
  const won = { number: 1, seat: 2, leader: 1, cards, points: 27, fallen: 20 }
  assert.equal(
    sentence({ event: 'trick_won', ...won }, at),
    'Lucien wins the trick: 27 points. Roem 20!',
  )
})
