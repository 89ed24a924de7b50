// Scores of a tournament: typed by a secretary, and confirmed by a side on a phone.
import assert from 'node:assert/strict'
import { render, screen, waitFor } from '@testing-library/svelte'
import { tick } from 'svelte'
import { beforeEach, test } from 'vitest'
import { Club, withOthers } from '../../../src/tournament/home/club.svelte'
import { Tournament, namesIn } from '../../../src/tournament/desk/tournament.svelte'
import { nearest } from '../../../src/tournament/desk/scores/scores'
import { meaningOf, type WholeFormat } from '../../../src/tournament/desk/formats'
import FormatFields from '../../../src/tournament/desk/FormatFields.svelte'
import HallPage from '../../../src/tournament/hall/HallPage.svelte'
import Log from '../../../src/tournament/log/Log.svelte'
import MemberDialog from '../../../src/tournament/home/MemberDialog.svelte'
import GameRow from '../../../src/tournament/desk/GameRow.svelte'
import ForgetName from '../../../src/tournament/home/ForgetName.svelte'
import RoleList from '../../../src/tournament/home/RoleList.svelte'
import Roles from '../../../src/tournament/home/Roles.svelte'
import Desk from '../../../src/tournament/desk/Desk.svelte'
import Round from '../../../src/tournament/desk/Round.svelte'
import TeamDialog from '../../../src/tournament/desk/TeamDialog.svelte'
import ScorePage from '../../../src/tournament/hall/ScorePage.svelte'
import { t } from '../../../src/i18n/language.svelte'
import type {
  ClubHome,
  ClubRoles,
  TournamentState,
  SlipState,
  TableGame,
} from '../../../src/net/messages'
import { answering } from '../../support/answers'
import { newUser, speak } from '../../support/table'

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
  by_hand: '',
  counts: null,
  report_counts: [null, null],
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
  third_place: false,
  consolation: false,
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

/** A game without a score, and the totals entered for it. */
function open(possible: readonly number[]) {
  const entered: [number, number][] = []
  const { unmount } = render(GameRow, {
    game: { ...game, points: null, state: 'open' },
    number: 1,
    names: ['Ann', 'Bo'],
    totals: { deals: 1944, possible: [...possible] },
    may: true,
    onscore: (points: [number, number]) => Promise.resolve(entered.push(points)),
    onforfeit: () => Promise.resolve(),
    onclear: () => Promise.resolve(),
    onnext: () => null,
    status: '',
  })
  return { entered, unmount }
}

test('the second total is filled in only where nothing can come on top', async () => {
  const { entered, unmount } = open([1944])
  await user.type(screen.getByTestId('club-first'), '1000')
  assert.equal(screen.getByTestId<HTMLInputElement>('club-second').placeholder, '944')
  await user.keyboard('{Enter}')
  assert.deepEqual(entered, [[1000, 944]])
  unmount()
})

test('the second totals that can be are offered, and none is made up', async () => {
  const { entered } = open(totals.possible)
  await user.type(screen.getByTestId('club-first'), '1000{Enter}')
  assert.deepEqual(entered, [])
  assert.equal(document.activeElement, screen.getByTestId('club-second'))
  assert.deepEqual(
    screen.getAllByTestId('club-offered').map((one) => one.textContent),
    ['1000 – 944', '1000 – 964', '1000 – 984'],
  )
  await user.click(screen.getByText('1000 – 964'))
  assert.deepEqual(entered, [[1000, 964]])
})

test('the cursor goes on only where nothing else is typed by then', async () => {
  const went: string[] = []
  let saved = () => {}
  const props = {
    number: 1,
    names: ['Ann', 'Bo'] as const,
    totals,
    may: true,
    status: '',
    game: { ...game, points: null, state: 'open' } as const,
    onscore: () => new Promise<void>((done) => (saved = done)),
    onforfeit: () => Promise.resolve(),
    onclear: () => Promise.resolve(),
    onnext: () => went.push('next'),
  }
  const { container } = render(GameRow, props)
  const elsewhere = container.appendChild(document.createElement('input'))
  await user.type(screen.getByTestId('club-first'), '1000{Enter}944{Enter}')
  elsewhere.focus()
  saved()
  await tick()
  assert.deepEqual(went, [])
  await user.type(screen.getByTestId('club-second'), '{Enter}')
  saved()
  await tick()
  assert.deepEqual(went, ['next'])
})

test('a sum that cannot be is named', async () => {
  open(totals.possible)
  await user.type(screen.getByTestId('club-first'), '1000')
  await user.type(screen.getByTestId('club-second'), '950')
  assert.match(screen.getByRole('status').textContent ?? '', /1950.*1944 · 1964/)
})

test('the arrows go from line to line of the scores, and change none', async () => {
  const tournament = new Tournament('abcdefghijkl')
  const games = [1, 2, 3].map((table) => ({ ...game, table, points: [1000 + table, 944] }))
  tournament.state = {
    format,
    teams: [],
    rounds: [{ drawn: 1, phrase: 'two clubs', games, byes: [], matches: [] }],
  } as unknown as TournamentState
  const props = { onundraw: () => null }
  render(Round, { tournament, number: 1, totals, may: true, ...props })
  const firsts = screen.getAllByTestId<HTMLInputElement>('club-first')
  const seconds = screen.getAllByTestId<HTMLInputElement>('club-second')
  seconds[0]!.focus()
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
  assert.equal(document.activeElement, seconds[2])
  firsts[2]!.focus()
  await user.keyboard('{ArrowUp}')
  assert.equal(document.activeElement, firsts[1])
  assert.deepEqual(
    firsts.map((one) => one.value),
    ['1001', '1002', '1003'],
  )
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
  await user.type(screen.getByTestId('club-first'), '1000{Enter}944{Enter}')
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

test('the owner of a club gives it away, after a question', async () => {
  const roles: ClubRoles = {
    people: [
      { person: 'p1', name: 'Ann', role: 'owner', since: 0 },
      { person: 'p2', name: 'Bo', role: 'secretary', since: 0 },
    ],
    keys: [],
  }
  const asked = answering(() => roles)
  render(Roles, { club: new Club('abcdefghijkl') })
  await user.click(await screen.findByTestId('clubs-owner-p2'))
  assert.equal(screen.queryByTestId('clubs-owner-p1'), null)
  assert.match(asked.at(-1) ?? '', /^GET/)
  screen.getByText(t('ui.clubs.owner.give.text'))
  await user.click(screen.getByTestId('yes'))
  assert.match(asked.at(-2) ?? '', /^PUT .*people\/p2.*"role":"owner"/)
  assert.equal(asked.at(-1), 'GET /api/clubs/abcdefghijkl')
})

test('the owner has a member forgotten, and reads in how many places', async () => {
  const club = new Club('abcdefghijkl')
  const member = { number: 2, name: 'Denise', also: [], here: true }
  club.home = { mine: true, members: [member] } as unknown as ClubHome
  const asked = answering((request) => (request.startsWith('DELETE') ? { places: 3 } : club.home))
  render(MemberDialog, { club, member, onclose: () => {} })
  await user.click(screen.getByTestId('member-forget'))
  assert.deepEqual(asked, [])
  await user.click(screen.getByTestId('yes'))
  await screen.findByText('The name is gone from 3 places.')
  assert.equal(asked[0], 'DELETE /api/clubs/abcdefghijkl/members/2')
})

test('the owner of an evening hands it over, after a question', async () => {
  const roles: ClubRoles = {
    people: [{ person: 'p2', name: 'Bo', role: 'secretary', since: 0 }],
    keys: [],
  }
  const asked = answering(() => roles)
  const [here, text] = ['/api/tournaments/abcdefghijkl', t('ui.club.owner.give.text')]
  const handed: string[] = []
  const give = (name: string) => t('ui.club.owner.give', { name })
  render(RoleList, { here, give, text, onhandover: () => Promise.resolve(void handed.push(here)) })
  await user.click(await screen.findByTestId('clubs-owner-p2'))
  screen.getByText(text)
  await user.click(screen.getByTestId('yes'))
  assert.match(asked.at(-1) ?? '', /^PUT .*tournaments.*people\/p2.*"role":"owner"/)
  assert.deepEqual(handed, [here])
})

test('the owner of an evening has a name forgotten, and reads in how many places', async () => {
  const tournament = new Tournament('abcdefghijkl')
  const asked = answering((request) => (request.startsWith('POST') ? { places: 3 } : null))
  render(ForgetName, { tournament })
  await user.type(screen.getByTestId('forget-name'), ' Denise ')
  await user.click(screen.getByTestId('forget-do'))
  assert.deepEqual(asked, [])
  await user.click(screen.getByTestId('yes'))
  await screen.findByText('The name is gone from 3 places.')
  assert.match(asked[0] ?? '', /^POST .*forgotten .*"name":"Denise"/)
  assert.equal(asked.at(-1), 'GET /api/tournaments/abcdefghijkl')
})

test('a secretary who is not the owner has nobody forgotten', () => {
  const club = new Club('abcdefghijkl')
  const member = { number: 2, name: 'Denise', also: [], here: true }
  club.home = { mine: false, members: [member] } as unknown as ClubHome
  render(MemberDialog, { club, member, onclose: () => {} })
  assert.equal(screen.queryByTestId('member-forget'), null)
})

test('links of an evening are not seen with its log, and the owner makes them again', async () => {
  const tournament = new Tournament('abcdefghijkl')
  tournament.state = {
    tournament: 'abcdefghijkl',
    event: 'abcdefghijkl',
    version: 1,
    role: 'owner',
  } as unknown as TournamentState
  const asked = answering((request) => {
    if (request.endsWith('/log')) return { lines: [], more: false }
    const again = request.startsWith('POST') ? '2' : '1'
    return { key: `key${again}`, helper: `helper${again}` }
  })
  render(Log, { tournament })
  await user.click(screen.getByTestId('club-log'))
  await screen.findByTestId('club-whole-log')
  assert.equal(screen.queryByTestId('club-secretary-link'), null)
  await user.click(screen.getByTestId('club-links'))
  const link = await screen.findByTestId<HTMLInputElement>('club-secretary-link')
  assert.match(link.value, /abcdefghijkl\/key1$/)
  await user.click(screen.getByTestId('club-links-again'))
  await user.click(screen.getByTestId('yes'))
  await waitFor(() => assert.match(link.value, /key2$/))
  assert.ok(asked.some((request) => request.startsWith('POST /api/tournaments/abcdefghijkl/desk')))
})

test('a question before a deletion says how many others use it', () => {
  assert.equal(withOthers(t, 'It goes.', 0), 'It goes.')
  assert.equal(withOthers(t, 'It goes.', 2), '2 other people have a role here. It goes.')
})

test('a side confirms what the other has entered', async () => {
  const slip: SlipState = {
    tournament: 'abcdefghijkl',
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
    trial: false,
    counted: [],
    counts: null,
    points: null,
    state: 'asked',
  }
  const asked = answering((request) => {
    if (request.endsWith('/totals')) return totals
    return request.startsWith('POST') ? { ...slip, state: 'over', points: [944, 1000] } : slip
  })
  const { getByTestId } = render(ScorePage, { about: 'abcdefghijkl/1.2.0.key' })
  await user.type(await screen.findByTestId('score-own'), '1000')
  await user.type(getByTestId('score-other'), '945')
  await screen.findByText(/1945.*1944 · 1964/)
  assert.equal(asked.filter((request) => request.endsWith('/totals')).length, 1)
  await user.click(await screen.findByTestId('score-confirm'))
  await screen.findByText('This score counts.')
  assert.equal(getByTestId('score-state').dataset.state, 'over')
  assert.match(asked.at(-1) ?? '', /"own":944,"other":1000/)
})

test('the hall sees who plays where, and for how long', async () => {
  const state = {
    tournament: 'abcdefghijkl',
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
    prizes: [],
    standings: [{ rank: 1, team: 1, points: 1000, value: null }],
    next: 'scores',
    now: 1065,
  } as unknown as TournamentState
  answering(() => state)
  render(HallPage, { about: 'abcdefghijkl' })
  const seats = await screen.findByTestId('hall-seats')
  assert.match(seats.textContent, /1\s*Ann\s*1\s*2\s*Bo\s*1/)
  assert.match(screen.getByTestId('round-clock').textContent, /^1:0\d$/)
})

test('the desk asks for what comes next: a phrase, and after the last round nothing more', async () => {
  const state = {
    tournament: 'abcdefghijkl',
    event: 'abcdefghijkl',
    version: 2,
    name: 'Tuesday',
    format: { ...format, draw: 'lots' },
    teams: [],
    rounds: [],
    standings: [],
    next: 'draw',
    by_lots: true,
    open: true,
    secretary: true,
  } as unknown as TournamentState
  const shows = async (state: TournamentState) => {
    answering((request) => {
      if (request.endsWith('/totals')) return totals
      return request.includes('/api/tournaments/abcdefghijkl?') ? state : null
    })
    const { unmount } = render(Desk, { id: 'abcdefghijkl', key: '' })
    await screen.findByTestId('club-teams')
    const draw = screen.queryByTestId('club-draw')
    if (draw) await user.click(draw)
    const asked = ['club-phrase', 'club-list'].filter((field) => screen.queryByTestId(field))
    const phrase = screen.queryByTestId('club-phrase')?.parentElement?.textContent ?? ''
    unmount()
    return [phrase.trim(), ...asked]
  }
  assert.deepEqual(await shows(state), [
    'A phrase from the room, for the draw',
    'club-phrase',
    'club-list',
  ])
  assert.deepEqual(await shows({ ...state, format: { ...format, place: 'online' } }), [
    'Any phrase, for the draw',
    'club-phrase',
  ])
  assert.deepEqual(await shows({ ...state, by_lots: false }), ['', 'club-list'])
  assert.deepEqual(await shows({ ...state, next: 'over' }), [''])
})

test('a format is changed to what fits together, and says what it means', async () => {
  assert.deepEqual(meaningOf(t, format).slice(1, 7), [
    'As many games as it takes',
    'Deals per game: 12',
    'Teams that stay together',
    'Opponents: Round robin in groups',
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
  await user.selectOptions(screen.getByLabelText('Participants'), 'melee')
  const { entrants, draw, groups, finalists, rounds } = changed.format
  assert.deepEqual([entrants, draw, groups, finalists, rounds], ['melee', 'lots', 0, 0, 4])
  await user.selectOptions(screen.getByLabelText('Tie-breaks 2'), 'difference')
  assert.deepEqual([...changed.format.ties], ['difference'])
  await user.selectOptions(screen.getByLabelText('Tie-breaks 2'), 'lots')
  assert.deepEqual([...changed.format.ties], ['difference', 'lots'])
})

test('each player of a team online can be sent away, and none in a hall', async () => {
  const tournament = new Tournament('abcdefghijkl')
  const team = {
    number: 2,
    name: 'Ann & Mal',
    players: ['Ann', 'Mal'],
    here: true,
    penalty: 0,
    table: 0,
    marks: [],
  }
  const state = { version: 7, format: { ...format, place: 'online' }, teams: [], rounds: [] }
  tournament.state = state as unknown as TournamentState
  const requests = answering(() => state)
  let closed = 0
  const { unmount } = render(TeamDialog, { tournament, team, onclose: () => closed++ })
  await user.click(screen.getByText(t('ui.club.send-out', { name: 'Mal' })))
  const [asked] = requests
  assert.match(asked ?? '', /\{"entry":"sent-out","team":2,"player":2\}/)
  assert.equal(closed, 1)
  unmount()
  tournament.state = { ...state, format } as unknown as TournamentState
  render(TeamDialog, { tournament, team, onclose: () => closed++ })
  assert.equal(screen.queryByTestId('team-send-out-1'), null)
})

test('a format online says who may join', () => {
  const online: WholeFormat = { ...format, place: 'online', admits: 'members' }
  const sentence = `${t('ui.club.admits')}: ${t('ui.club.admits.members')}`
  assert.ok(meaningOf(t, online).includes(sentence), meaningOf(t, online).join('; '))
  render(FormatFields, { format: online })
  assert.equal(screen.getByTestId('club-admits').tagName, 'SELECT')
})
