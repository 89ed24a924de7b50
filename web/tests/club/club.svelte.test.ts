// Scores of an evening: typed by a secretary, and confirmed by a side on a phone.
import assert from 'node:assert/strict'
import { render, screen } from '@testing-library/svelte'
import { beforeEach, test } from 'vitest'
import { Club } from '../../src/club/club.svelte'
import { namesIn, nearest } from '../../src/club/evening.svelte'
import { meaningOf, type WholeFormat } from '../../src/club/formats'
import FormatFields from '../../src/club/FormatFields.svelte'
import HallPage from '../../src/club/HallPage.svelte'
import GameRow from '../../src/club/GameRow.svelte'
import Roles from '../../src/club/Roles.svelte'
import Desk from '../../src/club/Desk.svelte'
import ScorePage from '../../src/club/ScorePage.svelte'
import { t } from '../../src/i18n/language.svelte'
import type { ClubRoles, ClubState, SlipState, TableGame } from '../../src/net/messages'
import { answering } from '../support/answers'
import { newUser, speak } from '../support/table'

const user = newUser()
const game: TableGame = {
  sides: [[1], [2]],
  points: [1000, 944],
  forfeit: null,
  reports: [null, null],
  state: 'over',
  table: 1,
  deal: 0,
  values: null,
  starts: [0, 0],
}
const format: WholeFormat = {
  preset: 'french-plain',
  house: { rounding: 'none' },
  deals: 12,
  rounds: 0,
  entrants: 'teams',
  draw: 'groups',
  drawn_rounds: 1,
  groups: 4,
  finalists: 8,
  ranking: 'wins',
  result_points: [3, 1, 0],
  ties: ['difference'],
  cap: 0,
  excess: 'ignore',
  bye: null,
  forfeit: null,
  comparison: 'matchpoints',
  place: 'hall',
  pace: 'normal',
  wait: 120,
  delay: 0,
  prizes: [],
}
const totals = { deals: 1944, possible: [1944, 1964, 1984] }

beforeEach(async () => {
  await speak()
})

test('names come from lines, or from the first column of a spreadsheet', () => {
  assert.deepEqual(namesIn('Ann and Bo\n\n "Cé; Dré";3\nEva\t7'), ['Ann and Bo', 'Cé', 'Eva'])
})

test('next to a total that cannot be are the last below it and the first above', () => {
  assert.deepEqual(nearest(totals.possible, 1950), [1944, 1964])
  assert.deepEqual(nearest(totals.possible, 1), [1944])
  assert.deepEqual(nearest(totals.possible, 3000), [1984])
})

test('of the two totals one is typed, and a sum that cannot be is named', async () => {
  const entered: [number, number][] = []
  render(GameRow, {
    game: { ...game, points: null, state: 'open' },
    number: 1,
    names: ['Ann', 'Bo'],
    totals,
    may: true,
    onscore: (points: [number, number]) => Promise.resolve(entered.push(points)),
    onforfeit: () => Promise.resolve(),
    onclear: () => Promise.resolve(),
    onnext: () => entered.push([0, 0]),
    status: '',
  })
  await user.type(screen.getByTestId('club-first'), '1000')
  await user.click(screen.getByTestId('club-save'))
  assert.deepEqual(entered, [
    [1000, 944],
    [0, 0],
  ])
  await user.type(screen.getByTestId('club-second'), '950')
  assert.match(screen.getByRole('status').textContent ?? '', /1950.*1944 · 1964/)
})

test('a helper enters what is missing, and corrects nothing', async () => {
  const entered: [number, number][] = []
  const props = {
    number: 1,
    names: ['Ann', 'Bo'] as const,
    totals,
    may: false,
    helps: true,
    status: '',
    onscore: (points: [number, number]) => Promise.resolve(entered.push(points)),
    onforfeit: () => Promise.resolve(),
    onclear: () => Promise.resolve(),
    onnext: () => null,
  }
  const { unmount } = render(GameRow, { ...props, game: { ...game, points: null, state: 'open' } })
  assert.equal(screen.queryByTestId('club-more'), null)
  await user.type(screen.getByTestId('club-first'), '1000{Enter}')
  assert.deepEqual(entered, [[1000, 944]])
  unmount()
  render(GameRow, { ...props, game })
  assert.equal(screen.queryByTestId('club-first'), null)
  screen.getByText('1000 – 944')
})

test('the owner of a club gives roles and links that give them', async () => {
  const roles: ClubRoles = {
    people: [
      { person: 'p1', name: 'Ann', role: 'owner', since: 0 },
      { person: 'p2', name: 'Bo', role: 'helper', since: 1 },
    ],
    keys: [{ role: 'secretary', key: 'k1' }],
  }
  const asked = answering(() => roles)
  render(Roles, { club: new Club('abcdefghijkl') })
  const role = await screen.findByLabelText('Bo')
  assert.equal((role as HTMLSelectElement).value, 'helper')
  assert.equal(screen.queryByLabelText('Ann'), null)
  await user.selectOptions(role, 'Secretary')
  assert.match(asked.at(-1) ?? '', /^PUT .*people\/p2.*"role":"secretary"/)
  await user.click(screen.getByTestId('clubs-links'))
  const link = screen.getByTestId<HTMLInputElement>('clubs-link-secretary')
  assert.match(link.value, /#\/clubs\/abcdefghijkl\/k1$/)
})

test('a side confirms what the other has entered', async () => {
  const slip: SlipState = {
    event: 'abcdefghijkl',
    name: 'Tuesday',
    round: 1,
    table: 2,
    deal: 0,
    own: ['Ann'],
    other: ['Bo'],
    starts: [0, 7],
    reported: null,
    by_other: [944, 1000],
    points: null,
    state: 'asked',
    totals,
  }
  const asked = answering((request) =>
    request.startsWith('POST') ? { ...slip, state: 'over', points: [944, 1000] } : slip,
  )
  const { getByTestId } = render(ScorePage, { about: 'abcdefghijkl/1.2.0.key' })
  await user.click(await screen.findByTestId('score-confirm'))
  await screen.findByText('This score counts.')
  assert.equal(getByTestId('score-state').dataset.state, 'over')
  assert.match(asked.at(-1) ?? '', /"own":944,"other":1000/)
})

test('the hall sees who plays where, for how long, and who is first', async () => {
  const state = {
    event: 'abcdefghijkl',
    version: 4,
    name: 'Tuesday',
    format: { draw: 'swiss' },
    teams: [
      { number: 1, name: 'Ann', here: true },
      { number: 2, name: 'Bo', here: true },
    ],
    rounds: [
      {
        drawn: 1000,
        phrase: 'two clubs',
        games: [game],
        byes: [],
        matches: [],
      },
    ],
    standings: [{ rank: 1, team: 1, points: 1000, value: null }],
    next: 'scores',
    now: 1065,
  } as unknown as ClubState
  answering(() => state)
  render(HallPage, { about: 'abcdefghijkl' })
  const tables = await screen.findByTestId('hall-tables')
  assert.match(tables.textContent, /1\s*Ann\s*1000 – 944\s*Bo/)
  assert.match(screen.getByTestId('hall-standing').textContent, /1\s*Ann\s*1000/)
  assert.match(screen.getByTestId('round-clock').textContent, /^1:0\d$/)
})

test('the desk asks for what comes next: a phrase, and after the last round nothing more', async () => {
  const state = {
    event: 'abcdefghijkl',
    version: 2,
    name: 'Tuesday',
    format: { ...format, draw: 'lots' },
    teams: [],
    rounds: [],
    standings: [],
    next: 'draw',
    secretary: true,
  } as unknown as ClubState
  const shows = async (state: ClubState) => {
    answering((request) => {
      if (request.endsWith('/totals')) return totals
      return request.includes('/api/club/abcdefghijkl?') ? state : null
    })
    const { unmount } = render(Desk, { id: 'abcdefghijkl', key: '' })
    await screen.findByTestId('club-teams')
    const asked = ['club-phrase', 'club-list'].filter((field) => screen.queryByTestId(field))
    const phrase = screen.queryByTestId('club-phrase')?.parentElement?.textContent ?? ''
    unmount()
    return [phrase.trim(), ...asked]
  }
  assert.deepEqual(await shows(state), [
    'A phrase from the hall, for the draw',
    'club-phrase',
    'club-list',
  ])
  assert.deepEqual(await shows({ ...state, format: { ...format, place: 'online' } }), [
    'Any phrase, for the draw',
    'club-phrase',
  ])
  assert.deepEqual(await shows({ ...state, next: 'over' }), [''])
})

test('a format is changed to what fits together, and says what it means', async () => {
  assert.deepEqual(meaningOf(t, format).slice(0, 6), [
    'As many games as it takes',
    'Deals of a game: 12',
    'Teams that stay together',
    'Opponents: In groups, everybody against everybody',
    'Knock-out at the end: Of the best 8',
    'Ranking: Wins, then points',
  ])
  const changed = $state({ format })
  render(FormatFields, {
    get format() {
      return changed.format
    },
    set format(value) {
      changed.format = value
    },
  })
  await user.selectOptions(screen.getByLabelText('Who plays'), 'melee')
  const { entrants, draw, groups, finalists, rounds } = changed.format
  assert.deepEqual([entrants, draw, groups, finalists, rounds], ['melee', 'lots', 0, 0, 4])
  await user.selectOptions(screen.getByLabelText('Between equals 2'), 'difference')
  assert.deepEqual([...changed.format.ties], ['difference'])
  await user.selectOptions(screen.getByLabelText('Between equals 2'), 'lots')
  assert.deepEqual([...changed.format.ties], ['difference', 'lots'])
})
