// The catalogues are complete, and each event has its sentence in each.
import assert from 'node:assert/strict'
import { IntlMessageFormat } from 'intl-messageformat'
import { test } from 'vitest'
import plurals from '../../../tests/i18n/plurals.json'
import ar from '../../../src/rebelote/i18n/ar.json'
import bg from '../../../src/rebelote/i18n/bg.json'
import el from '../../../src/rebelote/i18n/el.json'
import en from '../../../src/rebelote/i18n/en.json'
import fr from '../../../src/rebelote/i18n/fr.json'
import hy from '../../../src/rebelote/i18n/hy.json'
import hr from '../../../src/rebelote/i18n/hr.json'
import nl from '../../../src/rebelote/i18n/nl.json'
import sv from '../../../src/rebelote/i18n/sv.json'
import type { RuleCard, Thought } from '../../src/net/messages'
import type { Happening } from '../../src/table/events'
import { advice, because, cry, nameOf, ownName, sentence } from '../../src/i18n/speech'
import { bidMeaning, cardName, meldName } from '../../src/i18n/gameWords'
import { isolated, wordsOf, type Catalogue, type Key } from '../../src/i18n/words'
import { playersOf } from '../support/players'

const catalogues: Record<string, Catalogue> = { fr, nl, sv, bg, hr, el, ar, hy, en }
type Part = ReturnType<IntlMessageFormat['getAst']>[number]

/** Return the names of placeholders in parts of a message, those in its branches too. */
const namesIn = (parts: Part[]): string[] =>
  parts.flatMap((part) => [
    ...('value' in part && Number(part.type) !== LITERAL ? [part.value] : []),
    ...('options' in part
      ? Object.values(part.options).flatMap((branch) => namesIn(branch.value))
      : []),
  ])
const LITERAL = 0
const holes = (text: string): string[] => [
  ...new Set(namesIn(new IntlMessageFormat(text, 'en', undefined, { ignoreTag: true }).getAst())),
]
const players = playersOf('Max', 'Anna', 'Lucien', 'Odette')
const kind = { kind: 'run', length: 3, points: 20 } as const
const square = { kind: 'square', length: 4, points: 200 } as const
const events: Happening[] = [
  { event: 'match_began', drawn: [] },
  { event: 'match_began', drawn: ['AS', 'KD', '7H', 'TC'] },
  {
    event: 'pack_sealed',
    commitment: 'abcdef0123456789',
    commitments: [],
    match: 1,
    number: 1,
    riffles: null,
    joined: false,
  },
  { event: 'pack_made', nonces: ['00', '', '11', ''] },
  { event: 'pack_made', nonces: ['00', '', '', ''] },
  { event: 'pack_made', nonces: ['', '', '', ''] },
  { event: 'seal_opened', number: 3, secret: '00ff', nonces: [] },
  { event: 'disclosed', seat: 1, answer: 'top', rank: 'K' },
  { event: 'disclosed', seat: 2, answer: 'higher', rank: '' },
  { event: 'demanded', seat: 0, of: 1 },
  { event: 'melds_lost', seat: 1 },
  { event: 'challenged', seat: 0, accused: 1 },
  { event: 'false_play_found', seat: 1, card: 'QS', trick: 2, code: 'must-follow' },
  { event: 'false_accusation', seat: 1 },
  { event: 'deal_misdealt', seat: 1 },
  { event: 'boom_ended', number: 1, winner: 1, scores: [90, 104] },
  { event: 'deal_began', number: 3, dealer: 1, shuffled: false },
  { event: 'pack_cut', seat: 0, depth: 9 },
  { event: 'cards_dealt', seat: 1, packets: [3, 2], turned: 'JH' },
  { event: 'passed', seat: 2, round: 1 },
  { event: 'took', seat: 3, round: 2, trump: 'D' },
  { event: 'cards_dealt', seat: 0, packets: [3, 3, 2], turned: null },
  { event: 'bid_made', seat: 0, round: 1, trump: 'H', value: 90 },
  { event: 'bid_made', seat: 1, round: 1, trump: 'none', value: 'capot' },
  { event: 'bid_made', seat: 2, round: 1, trump: 'all', value: null },
  { event: 'doubled', seat: 2, early: false },
  { event: 'doubled', seat: 1, early: true },
  { event: 'redeal_asked', seat: 0 },
  { event: 'redoubled', seat: 3 },
  { event: 'deal_died', number: 3 },
  { event: 'announced', seat: 1, kinds: [kind, square] },
  { event: 'card_played', seat: 1, card: 'KD', said: 'belote' },
  { event: 'contest_settled', side: 1, by: 'kind', shape: '' },
  { event: 'contest_settled', side: null, by: 'nobody', shape: 'run' },
  {
    event: 'melds_shown',
    seat: 1,
    melds: [
      { kind, top: 'JH', cards: ['JH', 'TH', '9H'] },
      { kind: square, top: 'JS', cards: ['JS', 'JH', 'JD', 'JC'] },
    ],
  },
  {
    event: 'trick_won',
    number: 1,
    seat: 1,
    leader: 0,
    cards: ['7H', '8H', '9H', 'TH'],
    points: 10,
  },
  { event: 'deal_ended', number: 3, marks: [90, 70] },
  { event: 'seat_taken', seat: 1, name: 'Anna', bot: false },
  { event: 'seat_taken', seat: 2, name: 'Lucien', bot: true },
  { event: 'seat_left', seat: 1, name: 'Anna' },
  { event: 'seats_swapped', seats: [0, 1] },
  { event: 'stood_in', seat: 1, why: 'clock', no_show: false },
  { event: 'stood_in', seat: 1, why: 'gone', no_show: false },
  { event: 'came_back', seat: 1 },
  { event: 'terms_changed' },
  { event: 'match_ended', winner: 0, scores: [1010, 700] },
]

for (const [language, catalogue] of Object.entries(catalogues)) {
  const words = wordsOf(catalogue)

  test(`${language}: the keys and holes of English, no sentence empty`, () => {
    assert.deepEqual(Object.keys(catalogue).sort(), Object.keys(en).sort())
    for (const [key, text] of Object.entries(catalogue)) {
      const own = key.startsWith('reason.is.') ? ['who'] : []
      const names = holes(text).filter((name) => !own.includes(name))
      assert.deepEqual(names.sort(), holes(en[key as keyof typeof en]).sort(), key)
      assert.ok(text.trim(), key)
    }
  })

  test(`${language}: every event is said, for the one who did it and for the others, without a hole left`, () => {
    for (const seat of [0, 1, 2, 3, -1]) {
      for (const event of events) {
        const said = sentence(event, { words, seat, from: Math.max(0, seat), players })
        assert.ok(said.length > 3 && !/[{}]|undefined/.test(said), `${event.event}: ${said}`)
      }
    }
  })
}

test('the jack of hearts has its name in each language', () => {
  const names = Object.values(catalogues).map((catalogue) => cardName(wordsOf(catalogue), 'JH'))
  assert.deepEqual(names, [
    'valet de cœur',
    'harten zot',
    'hjärter knekt',
    'вале купа',
    'herc dečko',
    'βαλές κούπα',
    'ولد هاص',
    'սիրտ վալետ',
    'jack of hearts',
  ])
})

test('a run names its highest card with the article that goes with it', () => {
  const run = (top: string) => meldName(wordsOf(fr), { kind, top, cards: [] })
  assert.deepEqual(
    [...'9TJQKA'].map((rank) => run(`${rank}H`)),
    [
      'tierce au neuf de cœur',
      'tierce au dix de cœur',
      'tierce au valet de cœur',
      'tierce à la dame de cœur',
      'tierce au roi de cœur',
      'tierce à l’as de cœur',
    ],
  )
  assert.equal(
    meldName(wordsOf(en), { kind, top: 'QS', cards: [] }),
    'tierce to the queen of spades',
  )
})

test('who is asked to show, or accused, is spoken to', () => {
  const at = { words: wordsOf(fr), seat: 1, from: 1, players }
  const says = (event: Happening) => sentence(event, at)
  assert.equal(
    says({ event: 'demanded', seat: 0, of: 1 }),
    'Max vous demande de montrer votre annonce.',
  )
  assert.ok(says({ event: 'challenged', seat: 3, accused: 1 }).startsWith('Odette vous accuse'))
})

test('whose side wins is told from where one sits', () => {
  const ended = events.at(-1)!
  const received = [0, 1, -1].map((seat) =>
    sentence(ended, { words: wordsOf(en), seat, from: Math.max(0, seat), players }),
  )
  assert.deepEqual(received, [
    'Your side wins the match, 1010 to 700.',
    'The opponents win the match, 1010 to 700.',
    'Max + Lucien wins the match.',
  ])
})

test('what is cried is short: a call, a kind, belote', () => {
  assert.equal(cry({ event: 'took', seat: 1, trump: 'H', round: 1 }, wordsOf(en), false), 'Hearts!')
  const cried = events.map((event) => cry(event, wordsOf(en))).filter(Boolean)
  assert.deepEqual(cried, [
    'Up to the king',
    'Higher',
    'Show it!',
    'Too late',
    'Illegal play!',
    'Pass',
    'Diamonds!',
    '90 hearts',
    'Capot no trumps',
    'All trumps',
    'Double',
    'Double',
    'Redeal!',
    'Redouble',
    'Tierce, Four of a kind',
    'Belote!',
    'Tierce, Four of a kind',
  ])
})

test('a code without a sentence falls back on what the server said', () => {
  assert.equal(wordsOf(en).coded('refusal.unheard-of', 'No.'), 'No.')
})

test('a name that is read from right to left does not turn the sentence around it', () => {
  assert.equal(isolated('Zoë'), 'Zoë')
  assert.equal(isolated('محمد'), '\u2068محمد\u2069')
  assert.equal(isolated('محمد', 'rtl'), 'محمد')
  assert.equal(isolated('Zoë 3', 'rtl'), '\u2068Zoë 3\u2069')
  assert.match(wordsOf(en)('ui.watching.seat', { name: 'שרה' }), /\u2068שרה\u2069/)
})

test('plurals are said as on the server', () => {
  for (const [key, languages] of Object.entries(plurals)) {
    for (const [language, said] of Object.entries(languages)) {
      const catalogue = catalogues[language] ?? en
      const names = holes(catalogue[key as Key])
      const here = [0, 1, 2, 21].map((count) =>
        wordsOf(catalogue)(
          key as Key,
          Object.fromEntries(names.map((name): [string, number] => [name, count])),
        ),
      )
      assert.deepEqual(here, said, `${language}: ${key}`)
    }
  }
})

test('a number is written as the language writes it', () => {
  const values = { gain: 21.3, other: '' }
  assert.match(wordsOf(fr)('why.worth', values), /21,3/)
  assert.match(wordsOf(en)('why.worth', values), /21\.3/)
})

test('a call that another is compared with has a word of its own', () => {
  const values = { card: 'S', other: 'pass', gain: 12.2 }
  const thought = {
    code: 'only',
    action: { do: 'take', contract: 'S' },
    values,
  } as unknown as Thought
  assert.match(because(wordsOf(fr), thought), /environ 12 points de plus que passer\.$/)
  assert.match(because(wordsOf(en), thought), /more than passing\.$/)
})

test('a hint names the card with its article and speaks to the reader; a reason does not', () => {
  const thought = { code: 'feed_partner', action: { do: 'play', card: 'TC' } } as unknown as Thought
  const plain = (text: string) => text.replaceAll('\u00a0', ' ')
  assert.equal(
    plain(advice(wordsOf(fr), thought).said),
    'Conseil : le dix de trèfle. Le pli est à votre partenaire : chargez.',
  )
  assert.equal(plain(because(wordsOf(fr), thought)), 'Le pli est au partenaire : on charge.')
  const pass = { code: 'only', action: { do: 'pass' } } as unknown as Thought
  assert.deepEqual(advice(wordsOf(en), pass), {
    said: 'Your hint: pass. Nothing else may be played.',
    figures: '',
  })
})

test('a hint without a certain reason names the choice only, and its figures stand apart', () => {
  const values = { card: 'TC', other: '7C', gain: 4, stands: 95 }
  const thought = { code: '', action: { do: 'play', card: 'TC' }, values } as unknown as Thought
  const { said, figures } = advice(wordsOf(en), thought)
  assert.equal(said, 'Your hint: the ten of clubs.')
  assert.match(
    figures.replace(/[\u2066-\u2069]/g, ''),
    /^There is a 95% chance .* about 4 points more than the seven of clubs\.$/,
  )
})

test('at their own seat, who gave no name is called "you", and everybody else by the name', () => {
  const at = (name: string) => ({
    words: wordsOf(fr),
    seat: 0,
    from: 0,
    players: players.map((one, seat) => (seat ? one : { ...one, name })),
  })
  assert.equal(ownName(at('Guest 671'), 0), 'vous')
  assert.equal(ownName(at(''), 0), 'vous')
  assert.equal(ownName(at('Jeanne'), 0), 'Jeanne')
})

test('what a bid means says so where it needs more than the other side besides', () => {
  const words = wordsOf(en)
  const reported = (preset: string, differs = {}, bids_need = {}) =>
    bidMeaning(words, { preset, differs, bids_need } as unknown as RuleCard, 80, 'H').replace(
      /[\u2066-\u2069]/g,
      '',
    )
  assert.match(reported('ffb-contree-2016'), /80 points or more\.$/)
  assert.match(reported('ffb-coinchee-2015'), /80 points or more, and more than the other side\.$/)
  assert.match(reported('ffb-coinchee-2015', { beat_defence: false }), /80 points or more\.$/)
  assert.match(
    reported('pagat-coinche', { beat_defence: true }, { 80: 82 }),
    /82 points or more, and more than/,
  )
})

test('a bot has a name of the country of the reader, and a person the same everywhere', () => {
  const called = (seat: number) =>
    [fr, nl, sv, bg, en].map((catalogue) =>
      nameOf({ words: wordsOf(catalogue), seat: 0, from: 0, players }, seat),
    )
  assert.deepEqual(called(2), ['Lucien', 'Jef', 'Lasse', 'Любен', 'Lucien'])
  assert.deepEqual(called(1), ['Anna', 'Anna', 'Anna', 'Anna', 'Anna'])
})
