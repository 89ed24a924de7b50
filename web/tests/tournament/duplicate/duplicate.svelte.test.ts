// Deals of a duplicate: compared table by table, hidden from the hall, and agreed on in a format.
import assert from 'node:assert/strict'
import { render, screen } from '@testing-library/svelte'
import { beforeEach, test } from 'vitest'
import Compared from '../../../src/tournament/duplicate/Compared.svelte'
import DealSlips from '../../../src/tournament/paper/DealSlips.svelte'
import { dealsCsv, matchesCsv, standingsCsv } from '../../../src/tournament/paper/files'
import { Tournament } from '../../../src/tournament/desk/tournament.svelte'
import FormatFields from '../../../src/tournament/desk/FormatFields.svelte'
import { meaningOf, type WholeFormat } from '../../../src/tournament/desk/formats'
import HallPage from '../../../src/tournament/hall/HallPage.svelte'
import Standings from '../../../src/tournament/desk/Standings.svelte'
import TeamMatches from '../../../src/tournament/desk/TeamMatches.svelte'
import { t } from '../../../src/i18n/language.svelte'
import type {
  TournamentMatch,
  TournamentState,
  DealCards,
  StandingRow,
  TableGame,
} from '../../../src/net/messages'
import { answering } from '../../support/answers'
import { newUser, speak } from '../../support/table'

const user = newUser()
const format: WholeFormat = {
  preset: 'french-plain',
  house: { rounding: 'none' },
  deals: 2,
  rounds: 0,
  entrants: 'teams',
  draw: 'howell',
  drawn_rounds: 1,
  groups: 0,
  finalists: 0,
  third_place: false,
  consolation: false,
  ranking: 'points',
  result_points: [1, 0, 0],
  ties: [],
  cap: 0,
  excess: 'ignore',
  bye: null,
  forfeit: null,
  comparison: 'matchpoints',
  place: 'hall',
  pace: 'normal',
  wait: 120,
  delay: 0,
  admits: 'anyone',
  leavers: 'placed',
  prizes: [],
  minutes: 0,
  counts: [],
  ...{ awards: [], prize_once: false, fee: 0, currency: 'EUR', fund: 100, unit: 1 },
  awards: [],
  prize_once: false,
  fee: 0,
  currency: 'EUR',
  fund: 100,
  unit: 1,
}

/** The rows of a file, after its name and its heading. */
const rowsOf = (text: string) => text.split('\r\n').slice(2)

/** Build a game of one deal; without `points` it is entered, and hidden. */
const game = (
  table: number,
  deal: number,
  points: [number, number] | null,
  values: [number, number] | null,
): TableGame => ({
  sides: [[2 * table - 1], [2 * table]],
  points,
  forfeit: null,
  reports: [null, null],
  state: 'over',
  table,
  deal,
  values,
  starts: [0, 0],
  by_hand: '',
  counts: null,
  report_counts: [null, null],
})
const state = {
  tournament: 'abcdefghijkl',
  event: 'abcdefghijkl',
  version: 4,
  name: 'Portefeuille',
  format,
  teams: ['Ann', 'Bo', 'Cé', 'Dré'].map((name, at) => ({ number: at + 1, name, here: true })),
  rounds: [
    {
      drawn: 1000,
      phrase: 'two clubs',
      games: [
        game(1, 1, [60, 102], [0, 100]),
        game(1, 2, null, null),
        game(2, 1, [100, 62], [100, 0]),
        { ...game(2, 2, null, null), state: 'open' },
      ],
      byes: [],
      matches: [],
    },
  ],
  prizes: [],
  standings: [
    { rank: 1, team: 3, played: 1, wins: 1, points: 67, line: '', value: 66.67, by_round: [66.67] },
  ],
  next: 'scores',
  now: 1065,
} as unknown as TournamentState

beforeEach(async () => {
  await speak()
})

test('a deal is compared line by line, the best of North and South first', () => {
  const tournament = new Tournament('abcdefghijkl')
  tournament.state = state
  render(Compared, { tournament })
  const table = screen.getByTestId('deal-1')
  assert.match(table.textContent ?? '', /Cé\s*Dré\s*100 – 62\s*100 \| 0\s*Ann\s*Bo/)
  assert.equal(screen.queryByTestId('deal-2'), null)
  assert.deepEqual(rowsOf(dealsCsv(tournament, t)), [
    '1;1;2;"Cé";"Dré";100;62;100;0',
    '1;1;1;"Ann";"Bo";60;102;0;100',
  ])
  assert.deepEqual(rowsOf(standingsCsv(tournament, t)), ['1;3;"Cé";66.67;1;66.67'])
  tournament.state = {
    ...tournament.state,
    standings: [{ ...tournament.state.standings[0], played: 0, value: 0, by_round: [null] }],
  } as TournamentState
  assert.deepEqual(rowsOf(standingsCsv(tournament, t)), ['1;3;"Cé";–;0;–'])
})

test('the hall asks for what all may see, and counts the deals of a table', async () => {
  const asked = answering(() => state)
  render(HallPage, { about: 'abcdefghijkl' })
  await screen.findAllByTestId('hall-tab')
  assert.match(asked[0] ?? '', /hall=true/)
  await user.click(screen.getByRole('button', { name: 'Scores still missing' }))
  assert.match(screen.getByTestId('hall-missing').textContent, /2\s*3 Cé\s*4 Dré\s*1 \/ 2/)
  await user.click(screen.getByRole('button', { name: 'Standings' }))
  assert.match(screen.getByTestId('hall-standing').textContent, /1\s*3\s*Cé\s*66.67/)
  await user.click(screen.getByRole('button', { name: 'Deal by deal' }))
  assert.ok(screen.getByTestId('deal-1'))
})

const row = (
  rank: number,
  team: number,
  line: StandingRow['line'],
  value: number,
): StandingRow => ({
  ...({ rank, team, line, value, points: value, played: 4, wins: 2, results: 2 } as const),
  ...({ conceded: 0, excess: 0, finals: -1, by_round: [null], ties: [] } as const),
  ...({ left: false, absent: 0, counts: [], group: 0, place: 0 } as const),
})

test('each line of a mitchell has a standing of its own, on every page and in the file', async () => {
  const standings = [
    row(1, 2, 'north', 60),
    row(2, 1, 'north', 40),
    row(1, 4, 'east', 75),
    row(2, 3, 'east', 25),
  ]
  const tournament = new Tournament('abcdefghijkl')
  tournament.state = { ...state, format: { ...format, draw: 'mitchell' }, standings }
  const { unmount } = render(Standings, { tournament })
  const [north, east] = screen.getAllByRole('table')
  assert.match(north?.textContent ?? '', /^North–South.*1\s*2\s*Bo\s*–\s*4\s*60\s*2\s*1\s*Ann/s)
  assert.match(east?.textContent ?? '', /^East–West.*1\s*4\s*Dré\s*–\s*4\s*75\s*2\s*3\s*Cé/s)
  assert.equal(rowsOf(standingsCsv(tournament, t))[2], '1;4;"Dré";–;4;75;"East–West"')
  unmount()
  answering(() => tournament.state)
  render(HallPage, { about: 'abcdefghijkl' })
  await user.click(await screen.findByRole('button', { name: 'Standings' }))
  const rows = [...screen.getByTestId('hall-standing').children]
  assert.deepEqual(
    rows.map((one) => one.textContent.replace(/\s+/g, '')),
    ['12BoNorth–South60', '21AnnNorth–South40', '14DréEast–West75', '23CéEast–West25'],
  )
})

test('matches of teams of four are shown with steps and victory points', () => {
  const tournament = new Tournament('abcdefghijkl')
  const match: TournamentMatch = {
    tables: [1, 2],
    teams: [1, 2],
    gains: [5, 2],
    deals: 4,
    counts: [12, 8],
  }
  const [first] = state.rounds
  tournament.state = {
    ...state,
    format: { ...format, entrants: 'fours', draw: 'round-robin', comparison: 'butler' },
    rounds: [{ ...first!, matches: [match] }],
    prizes: [],
    standings: [row(1, 1, '', 12)],
  }
  render(TeamMatches, { tournament })
  assert.match(screen.getByTestId('matches-1').textContent, /Ann – Bo\s*5 – 2\s*12 – 8/)
  assert.deepEqual(rowsOf(matchesCsv(tournament, t)), ['1;1;2;"Ann";"Bo";4;5;2;12;8'])
  render(Standings, { tournament })
  assert.match(
    screen.getByTestId('club-standings').textContent,
    /Victory points.*1\s*Ann\s*–\s*4\s*2\s*12/s,
  )
  assert.deepEqual(rowsOf(standingsCsv(tournament, t)), ['1;1;"Ann";–;4;2;12'])
})

test('teams of four are agreed on, and points above the target where there is one', async () => {
  const games: WholeFormat = { ...format, draw: 'swiss', deals: 0, rounds: 4 }
  const changed = $state({ format: games })
  render(FormatFields, {
    get format() {
      return changed.format
    },
    set format(value) {
      changed.format = value
    },
  })
  await user.selectOptions(screen.getByTestId('club-excess'), 'carry')
  assert.equal(changed.format.excess, 'carry')
  const deals = screen.getByTestId('club-deals')
  await user.clear(deals)
  await user.type(deals, '12')
  await user.tab()
  assert.equal(changed.format.excess, 'ignore')
  assert.equal(screen.queryByTestId('club-excess'), null)
  await user.selectOptions(screen.getByTestId('club-entrants'), 'fours')
  const { draw, rounds, comparison, finalists } = changed.format
  assert.deepEqual([draw, rounds, comparison, finalists], ['swiss', 4, 'butler', 0])
  assert.match(meaningOf(t, changed.format).join('\n'), /20 victory points/)
})

test('the cards of a round are printed for who lays them, a slip for each hand', async () => {
  const deal: DealCards = {
    deal: 1,
    dealer: 'north',
    hands: [
      { seat: 'north', cards: ['JH', '7S', 'AS', 'TH', '9C'] },
      { seat: 'west', cards: ['8H', '8S', 'KS', 'KH', 'QC'] },
    ],
    turned: 'AD',
    stock: ['7D', '8D'],
  }
  const asked = answering(() => ({ deals: [deal] }))
  const tournament = new Tournament('abcdefghijkl')
  tournament.state = { ...state, expected: 3 }
  render(DealSlips, { tournament, round: 1 })
  const slips = await screen.findByTestId('club-cards-1')
  assert.match(slips.textContent, /Deal 1 · North\s*Dealer: North/)
  screen.getByLabelText('ace of spades, seven of spades')
  screen.getByLabelText('ace of diamonds')
  await user.selectOptions(screen.getByTestId('club-cards-round'), '2')
  assert.match(asked.at(-1) ?? '', /cards\?drawn=2/)
})

test('a duplicate is agreed on without what counts in games alone', async () => {
  assert.deepEqual(meaningOf(t, format).slice(0, 3), [
    'As many games as it takes',
    'Deals per round: 2, each entered separately',
    'Teams that stay together',
  ])
  const games: WholeFormat = {
    ...format,
    ...({ draw: 'swiss', deals: 12, rounds: 4, ties: ['wins'] } as const),
    ...({ finalists: 8, ranking: 'wins' } as const),
  }
  const changed = $state({ format: games })
  render(FormatFields, {
    get format() {
      return changed.format
    },
    set format(value) {
      changed.format = value
    },
  })
  await user.selectOptions(screen.getByTestId('club-draws'), 'mitchell')
  const { deals, rounds, ties, finalists, ranking } = changed.format
  assert.deepEqual([deals, rounds, [...ties], finalists, ranking], [4, 0, [], 0, 'points'])
  await user.selectOptions(screen.getByTestId('club-comparison'), 'butler')
  assert.equal(changed.format.comparison, 'butler')
  assert.equal(screen.queryByLabelText('Ranking'), null)
})
