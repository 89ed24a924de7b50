// The results of deals on the score sheet: the outcome, and whose it was.
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { dealResult, type Listening } from '../../src/i18n/speech'
import { wordsOf } from '../../src/i18n/words'
import en from '../../../src/rebelote/i18n/en.json'
import fr from '../../../src/rebelote/i18n/fr.json'
import type { SheetRow } from '../../src/net/messages'
import { playersOf } from '../support/players'

const at: Listening = {
  words: wordsOf(en),
  seat: 0,
  from: 0,
  players: playersOf('Jeanne', 'Odette', 'Lucien', 'Margot'),
}
const row = (attacker: number, changes: Partial<SheetRow>): SheetRow => ({
  number: 1,
  dealer: 3,
  contract: { attacker, trump: 'D', value: null, stake: 1 },
  outcome: 'made',
  sweep: false,
  marks: [0, 252],
  held: 0,
  totals: [0, 252],
  boom: 1,
  boom_winner: null,
  swept_by: null,
  ...changes,
})

test.each([
  [0, {}, 'You: made', 'Vous : réussi'],
  [0, { outcome: 'failed' }, 'You: failed', 'Vous : dedans'],
  [
    0,
    { outcome: 'failed', sweep: true, swept_by: 1 },
    'You – swept by them',
    'Vous : capot, tout pour eux',
  ],
  [
    1,
    { outcome: 'failed', sweep: true, swept_by: 0 },
    'Odette – swept by us',
    'Odette : capot, tout pour nous',
  ],
  [2, { sweep: true, swept_by: 0 }, 'Lucien: sweep', 'Lucien : capot réussi'],
  [2, { outcome: 'failed', sweep: true, swept_by: 0 }, 'Lucien: failed', 'Lucien : dedans'],
  [
    0,
    { outcome: 'false_play' },
    'You – accusation: all to them',
    'Vous – accusation : tout pour eux',
  ],
] as [number, Partial<SheetRow>, string, string][])(
  'of %i: %o',
  (attacker, changes, english, french) => {
    const plain = (words: Listening['words']) =>
      dealResult(row(attacker, changes), { ...at, words })
        .replace(/[\u2068\u2069]/g, '')
        .replace(/\u00a0/g, ' ')
    assert.equal(plain(wordsOf(en)), english)
    assert.equal(plain(wordsOf(fr)), french)
  },
)

test('who only watches, or plays alone, reads a name', () => {
  const swept = row(0, { outcome: 'failed', swept_by: 1 })
  assert.match(dealResult(swept, { ...at, seat: -1 }), /swept by .*Odette.* \+ .*Margot/)
})
