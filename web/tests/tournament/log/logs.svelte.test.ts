// The log of a tournament or a club: plain sentences, a filter, and earlier pages.
import assert from 'node:assert/strict'
import { render, screen, waitFor } from '@testing-library/svelte'
import { beforeEach, test } from 'vitest'
import LogPage from '../../../src/tournament/log/LogPage.svelte'
import { placeOf, sentenceOf, whoOf } from '../../../src/tournament/log/logs'
import { t } from '../../../src/i18n/language.svelte'
import type { LogLine } from '../../../src/net/messages'
import { answering } from '../../support/answers'
import { newUser, speak } from '../../support/table'

const user = newUser()
const NOTHING = { names: [], round: 0, table: 0, deal: 0, before: null, seats: [] }
type Entry = LogLine['entry']

const line = (entry: Entry, about: Partial<LogLine['about']> = {}, place = 1): LogLine => ({
  place,
  number: place,
  at: 1_800_000_000,
  name: 'Ann',
  entry,
  about: { ...NOTHING, ...about },
  undoable: false,
})
const said = (entry: Entry, about: Partial<LogLine['about']> = {}) =>
  sentenceOf(t, line(entry, about)).replaceAll('\u00a0', ' ')

beforeEach(async () => {
  await speak()
})

test('a score names its game, and a correction what it replaces', () => {
  const about = { names: ['Ann & Bo', 'Cé & Dré'], round: 2, table: 3, deal: 5 }
  const scored: Entry = { entry: 'scored', round: 2, game: 6, score: { points: [100, 62] } }
  assert.equal(said(scored, about), '100 – 62 was entered.')
  assert.equal(
    said(scored, { ...about, before: [62, 100] }),
    '100 – 62 was entered in place of 62 – 100.',
  )
  assert.equal(placeOf(t, line(scored, about)), 'Round 2 · Table 3 · Deal 5')
  assert.equal(
    said({ entry: 'reported', round: 2, game: 6, side: 1, score: { points: [100, 62] } }, about),
    'Cé & Dré has entered 100 – 62.',
  )
  assert.equal(
    said({ entry: 'cleared', round: 2, game: 6 }, { ...about, before: [62, 100] }),
    'The result was cleared. (62 – 100)',
  )
})

test.each<[string, Entry, string[]]>([
  ['Ann is now called Anna.', { entry: 'renamed', team: 1, name: 'Anna' }, ['Ann']],
  [
    'Ann: the players are now Ann, Bo.',
    { entry: 'renamed', team: 1, name: 'Ann', players: ['Ann', 'Bo'] },
    ['Ann'],
  ],
  [
    'Ann loses 1 point. (late)',
    { entry: 'penalised', team: 1, points: 1, reason: 'late' },
    ['Ann'],
  ],
  ['Ann gets 20 points back.', { entry: 'penalised', team: 1, points: -20, reason: '' }, ['Ann']],
  ['Ann is now called Anna.', { entry: 'member-changed', member: 1, name: 'Anna' }, ['Ann']],
  [
    'Ann is no longer a member.',
    { entry: 'member-changed', member: 1, name: 'Ann', here: false },
    ['Ann'],
  ],
  [
    'Ann is also entered as: Annie',
    { entry: 'member-changed', member: 1, name: 'Ann', also: ['Annie'] },
    ['Ann'],
  ],
  [
    'Bo now has the role: Helper',
    { entry: 'role-changed', name: 'Bo', role: 'helper', linked: false },
    [],
  ],
  [
    'Bo got a role through a link: Helper',
    { entry: 'role-changed', name: 'Bo', role: 'helper', linked: true },
    [],
  ],
  ['Bo no longer has a role.', { entry: 'role-changed', name: 'Bo', role: '', linked: false }, []],
])('%s', (sentence, entry, names) => {
  assert.equal(said(entry, { names }), sentence)
})

test('a change by hand says who plays where, and why', () => {
  const seats = [
    { table: 1, names: ['Ann & Bo', 'Eva & Finn'] },
    { table: 4, names: [] },
  ]
  const entry: Entry = { entry: 'reseated', round: 2, seats: [], byes: [], reason: 'Wrong table' }
  assert.equal(
    said(entry, { round: 2, seats }),
    'Round 2 was changed by hand: Table 1: Ann & Bo – Eva & Finn · Table 4 is taken away (Wrong table)',
  )
})

test.each<[string, Entry]>([
  ['Ann: always at table 3', { entry: 'table-fixed', team: 1, table: 3 }],
  ['Ann: at any table again', { entry: 'table-fixed', team: 1, table: 0 }],
  ['Not drawn against each other: Ann – Bo', { entry: 'kept-apart', team: 1, other: 2 }],
  [
    'Not drawn against each other in round 2: Ann – Bo',
    { entry: 'kept-apart', team: 1, other: 2, round: 2 },
  ],
  [
    'May be drawn against each other again: Ann – Bo',
    { entry: 'kept-apart', team: 1, other: 2, apart: false },
  ],
])('%s', (sentence, entry) => {
  assert.equal(said(entry, { names: ['Ann', 'Bo'] }), sentence)
})

test('what a table enters is of nobody', () => {
  const played: Entry = {
    entry: 'played',
    round: 1,
    game: 1,
    score: { points: [100, 62] },
    absent: [],
  }
  assert.equal(whoOf(t, { ...line(played), name: '' }), 'At the table')
})

test('a log is filtered, and earlier lines are added below', async () => {
  const entered = (name: string, place: number) =>
    line({ entry: 'entered', name, players: [] }, {}, place)
  const asked = answering((request) => {
    if (request.includes('before=2')) return { lines: [entered('Bo', 1)], more: false }
    if (request.includes('kind=draws')) return { lines: [], more: false }
    if (request.includes('/log')) return { lines: [entered('Ann', 2)], more: true }
    return request.includes('/api/tournaments/') ? { name: 'Tuesday' } : null
  })
  render(LogPage, { about: 'tournament/abcdefghijkl' })
  await screen.findByText('Ann entered.')
  await screen.findByRole('heading', { name: 'Log · Tuesday' })
  await user.click(screen.getByTestId('log-earlier'))
  await screen.findByText('Bo entered.')
  assert.equal(screen.queryByTestId('log-earlier'), null)
  await user.selectOptions(screen.getByTestId('log-kind'), 'draws')
  await screen.findByText('Nothing of this kind so far.')
  await waitFor(() => assert.equal(screen.queryByText('Bo entered.'), null))
  assert.match(asked.at(-1) ?? '', /log\?kind=draws$/)
})
