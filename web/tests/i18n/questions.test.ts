// The question for a call: by the round, or by the game's own sentence; and the length of a match.
import assert from 'node:assert/strict'
import { test } from 'vitest'
import en from '../../../src/rebelote/i18n/en.json'
import nl from '../../../src/rebelote/i18n/nl.json'
import { dealOf, matchLength, question, trickSoFar, type Listening } from '../../src/i18n/speech'
import { contractName } from '../../src/i18n/gameWords'
import { wordsOf, type Catalogue } from '../../src/i18n/words'
import { overruledBy } from '../../src/net/overruled'
import type { Called, Contract, RuleCard, SheetRow, View } from '../../src/net/messages'
import type { TrumpText } from '../../src/cards/cards'
import { playersOf } from '../support/players'

const at = (catalogue: Catalogue = en): Listening => ({
  words: wordsOf(catalogue),
  seat: 0,
  from: 0,
  players: playersOf('Jeanne', 'Odette', 'Lucien', 'Margot'),
})
const pass = { seat: 0, round: 1, trump: null, value: null, said: '' } as Called
const rules = (changes: Partial<RuleCard> = {}) =>
  ({ preset: 'bga', differs: {}, target: 1000, players: 4, ...changes }) as RuleCard

function bidding(trumps: TrumpText[], calls: number, changes: Partial<RuleCard> = {}): View {
  return {
    rules: rules(changes),
    phase: 'bidding',
    to_act: 0,
    turned: 'JH',
    standing: null,
    calls: Array.from({ length: calls }, () => pass),
    legal: { actions: ['pass', ...(trumps.length ? ['take'] : [])], trumps },
  } as unknown as View
}

test.each([
  [['H'], 3, 'Take hearts as trumps?'],
  [['S', 'D', 'C'], 4, 'Second round: which trumps?'],
  [['S', 'H', 'D', 'C'], 7, 'Second round: which trumps?'],
  [['all', 'none'], 8, 'Third round: all trumps or no trumps?'],
  // Auctions of games from outside.
  [['S', 'none'], 0, 'Your bid?'],
  [['S', 'none'], 3, 'Your bid?'],
  [['H', 'all', 'none'], 5, 'Second round: which trumps?'],
  [['S', 'H'], 8, 'Your bid?'],
  [[], 1, 'Your bid?'],
] as [TrumpText[], number, string][])('%j after %i calls: %s', (trumps, calls, asked) => {
  assert.equal(question(bidding(trumps, calls), at()).replace(/[\u2068\u2069]/g, ''), asked)
})

test('the round is that of the players there are', () => {
  const two = bidding(['S', 'D', 'C'], 2, { players: 2 })
  assert.equal(question(two, at()), 'Second round: which trumps?')
})

test('a game asks in a sentence of its own for its auction', () => {
  const own = { ...en, 'ask.auction.baloot': 'Hokum, sun or pass?' }
  const seen = bidding(['S', 'none'], 0, { differs: { auction_kind: 'baloot' } })
  assert.equal(question(seen, at(own)), 'Hokum, sun or pass?')
})

test('at a table of baloot one buys, then raises, and each stake has its word', () => {
  const own = { ...en, ...overruledBy('baloot', 'en') }
  const seen = bidding(['H', 'none'], 0, { preset: 'baloot' })
  assert.equal(question(seen, at(own)), 'Do you buy?')
  const low = { ...seen, legal: { ...seen.legal, actions: ['pass', 'take', 'redeal'] } } as View
  assert.equal(question(low, at(own)), 'Do you buy?')
  const standing = { attacker: 1, trump: 'H', value: null, stake: 4, closed: true } as Contract
  const waiting = { ...bidding(['none'], 1, { preset: 'baloot' }), standing }
  assert.equal(question(waiting, at(own)), 'Do you buy?')
  const raising = { ...bidding([], 6, { preset: 'baloot' }), standing }
  assert.equal(question(raising, at(own)), 'Do you raise?')
  const named = (stake: number) => contractName(wordsOf(own), { ...standing, stake, closed: false })
  assert.deepEqual([2, 3, 4, 5].map(named), [
    'hearts, dabal',
    'hearts, three',
    'hearts, four',
    'hearts, gahwa',
  ])
})

test('who may not pass is asked for a suit alone', () => {
  const seen = bidding(['S', 'H', 'D', 'C'], 3, { differs: { auction_kind: 'named' } })
  assert.equal(question(seen, at()), 'Do you play, and in which suit?')
  const must = { ...seen, legal: { ...seen.legal, actions: ['take'] } } as View
  assert.equal(question(must, at()), 'You must name trumps. Which suit?')
})

test.each([
  [['KS'], 'In the trick: Odette king of spades.'],
  [['KS', 'AS', '7S'], /^In the trick: Odette king of spades, Lucien ace of spades, Margot /],
  [['KS', 'AS', '7S', '8S'], ''],
  [[], ''],
] as const)('what lies in the trick is told until it is whole: %j', (cards, said) => {
  const trick = { leader: 1, cards, winner: cards.length ? 1 : null }
  const seen = { rules: rules(), trick } as unknown as View
  assert.match(trickSoFar(seen, at()).replace(/[\u2068\u2069]/g, ''), new RegExp(said || '^$'))
})

const row = (outcome: SheetRow['outcome']) => ({ outcome }) as SheetRow

test('a fixed number of deals is the length of a match', () => {
  const { words } = at()
  const sixteen = rules({ differs: { end_deals: 16 } })
  assert.equal(matchLength(rules(), words), 'Match to 1000 points')
  assert.equal(matchLength(sixteen, words), 'Match of 16 deals')
  assert.equal(matchLength(sixteen, at(nl).words), 'Partij van 16 giften')
  assert.equal(matchLength(rules({ differs: { end_deals: 1 } }), words), 'Match of one deal')
})

test.each([
  ['play', ['made', null, 'failed', 'misdeal', 'tie', 'made'], 'Deal 5 of 16'],
  ['deal_over', ['made', null, 'failed', 'tie', 'made', 'made'], 'Deal 5 of 16'],
  ['cut', [], 'Deal 1 of 16'],
  ['match_over', Array.from({ length: 16 }, () => 'made'), 'Deal 16 of 16'],
] as [View['phase'], SheetRow['outcome'][], string][])('%s after %j: %s', (phase, rows, said) => {
  const seen = { rules: rules({ differs: { end_deals: 16 } }), phase, sheet: rows.map(row) }
  assert.equal(dealOf(seen as View, at().words).replace(/[\u2068\u2069]/g, ''), said)
  assert.equal(dealOf({ ...seen, rules: rules() } as View, at().words), '')
})
