// The page of a league: what one may do today, the tables, and a day as everybody played it.
import assert from 'node:assert/strict'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/svelte'
import { afterEach, beforeEach, test } from 'vitest'
import { me } from '../../src/account/me.svelte'
import ClubLeague from '../../src/tournament/home/ClubLeague.svelte'
import LeaguePage from '../../src/league/LeaguePage.svelte'
import { countedDays, dayBefore, placeOf, rowsShown } from '../../src/league/league'
import { isDaily, LEAGUE, leagueOf } from '../../src/lobby/start/dailyTables'
import { dailyTables } from '../../src/lobby/start/recentTables'
import type { League, LeagueDay, LeagueLine, LeagueRow, Me } from '../../src/net/messages'
import { answering } from '../support/answers'
import { LINE } from '../support/dailyLine'
import { speak } from '../support/table'

const row = (name: string, more: Partial<LeagueRow> = {}): LeagueRow => ({
  division: 2,
  rank: 1,
  id: name.toLowerCase(),
  name,
  points: 100,
  steps: 3,
  days: 2,
  line: '',
  portrait: 0,
  ...more,
})

const LEAGUE_NOW: League = {
  league: 'french',
  name: '',
  preset: 'french',
  presets: ['french', 'baloot'],
  season: '2026-11',
  seasons: ['2026-11'],
  over: false,
  date: '2026-11-28',
  level: 'club',
  division: 0,
  table: null,
  mine: null,
  played: 0,
  counts: true,
  best: 20,
  rows: [],
  days: [],
  seal: 'aa',
  next_seal: 'bb',
  reminder: null,
}

beforeEach(async () => {
  await speak()
  me.now = { id: 'ann', name: 'Ann', account: 'Ann' } as unknown as Me
})
afterEach(() => {
  cleanup()
  me.now = null
  localStorage.clear()
  location.hash = ''
})

async function open(more: Partial<League> = {}, about = 'french') {
  const asked = answering((what) =>
    what.startsWith('POST') && what.includes('/deal')
      ? { table: 'abcdefghijkl', seat: 0, code: '' }
      : { ...LEAGUE_NOW, ...more },
  )
  render(LeaguePage, { about })
  await screen.findByTestId('league-rules')
  return asked
}

test('who has an account joins, and the page is read again', async () => {
  const asked = await open()
  assert.equal(screen.queryByTestId('league-play'), null)
  await fireEvent.click(screen.getByTestId('league-join'))
  await new Promise((done) => setTimeout(done))
  assert.ok(asked.includes('POST /api/leagues/french/members {}'))
  assert.equal(asked.filter((one) => one === 'GET /api/leagues/french').length, 2)
})

test('a guest reads that it takes an account', async () => {
  me.now = { id: 'gus', name: 'Gus', account: null } as unknown as Me
  await open()
  assert.ok(screen.getByTestId('league-account'))
  assert.equal(screen.queryByTestId('league-join'), null)
})

test('a member plays, and the table knows the way back', async () => {
  await open({ division: 2 })
  await fireEvent.click(screen.getByTestId('league-play'))
  await new Promise((done) => setTimeout(done))
  assert.equal(location.hash, '#/table/abcdefghijkl')
  assert.ok(leagueOf('abcdefghijkl') === 'french' && isDaily('abcdefghijkl'))
  assert.deepEqual([dailyTables().length, dailyTables(LEAGUE).length], [0, 1])
})

test('a new account plays from tomorrow on', async () => {
  await open({ division: 2, counts: false })
  assert.ok(screen.getByTestId('league-tomorrow'))
  assert.equal(screen.queryByTestId('league-play'), null)
})

test('after one has played, the result waits for the end of the day', async () => {
  await open({
    division: 1,
    mine: LINE,
    table: 'abcdefghijkl',
    days: [
      { day: '2026-11-27', lead: -20, points: 38, steps: -1 },
      { day: '2026-11-28', lead: 162, points: null, steps: null },
    ],
  })
  assert.equal(screen.getByTestId('league-result').textContent.trim(), '162 points ahead')
  const days = within(screen.getByTestId('league-days'))
  assert.equal(days.getByRole('link').getAttribute('href'), '#/league/french/2026-11-27')
  assert.match(days.getByRole('link').textContent, /38/)
})

test('one division is shown at a time, one’s own first', async () => {
  await open({
    division: 2,
    rows: [row('Bo', { division: 1 }), row('Ann', { line: 'up' }), row('Cy', { rank: 2 })],
  })
  const names = () => screen.getAllByRole('rowheader').map((one) => one.textContent)
  assert.deepEqual(names(), ['Ann', 'Cy'])
  assert.ok(screen.getByLabelText('Goes up'))
  await fireEvent.click(screen.getByTestId('league-division-1'))
  assert.deepEqual(names(), ['Bo'])
})

test('of a long table the first rows are shown, and one’s own', () => {
  const rows = Array.from({ length: 50 }, (_, at) => row(`P${at}`))
  assert.equal(rowsShown(rows, 'p49', false).at(-1)?.name, 'P49')
  assert.equal(rowsShown(rows, 'p49', false).length, 31)
  assert.equal(rowsShown(rows, '', true).length, 50)
})

test('a day that is over shows how all have played, with each match', async () => {
  const line = (name: string, table: string): LeagueLine => ({
    division: 2,
    id: name,
    name,
    line: LINE,
    points: 50,
    steps: 0,
    table,
    portrait: 0,
  })
  const day: LeagueDay = {
    league: 'french',
    name: '',
    preset: 'french',
    day: '2026-11-27',
    compared: true,
    lines: [line('Bo', 'abcdefghijkl'), line('', 'abcdefghijkm')],
    seed: 'cc',
  }
  answering(() => day)
  render(LeaguePage, { about: 'french/2026-11-27' })
  const lines = within(await screen.findByTestId('league-lines-2')).getAllByRole('listitem')
  assert.match(lines[0]!.textContent, /50.*Bo.*162 points ahead, took: hearts, made/s)
  const links = within(lines[0]!).getAllByRole('link')
  assert.equal(links.at(-1)?.getAttribute('href'), '#/match/abcdefghijkl')
  assert.equal(within(lines[1]!).getAllByRole('link').length, 1, 'who is erased has no profile')
})

test('an address names a league, a season or a day', () => {
  assert.deepEqual(placeOf(''), { league: '', season: '', day: '' })
  assert.deepEqual(placeOf('french/2026-10'), { league: 'french', season: '2026-10', day: '' })
  assert.equal(placeOf('french/2026-10-01').day, '2026-10-01')
  assert.equal(dayBefore('2026-03-01'), '2026-02-28')
})

test('the best days count, and of level ones those with more steps', () => {
  const day = (day: string, points: number | null, steps = 0) => ({ day, lead: 0, points, steps })
  const days = [day('1', 50), day('2', 90), day('3', 50, 2), day('4', null)]
  assert.deepEqual([...countedDays(days, 2)], ['2', '3'])
})

test('the league of a club leads back to it, and to no other game', async () => {
  await open({ league: 'clubclubclub', name: 'Les Quatre As' }, 'clubclubclub')
  assert.equal(screen.getByTestId('league-club').getAttribute('href'), '#/clubs/clubclubclub')
  assert.ok(screen.getByRole('heading', { name: 'Les Quatre As' }))
  assert.equal(screen.queryByTestId('league-french'), null)
})

test('a secretary opens the league of a club, and others find it', async () => {
  const presets = ['french', 'bela']
  const asked = answering((what) => ({ preset: what.startsWith('PUT') ? 'bela' : '', presets }))
  render(ClubLeague, { id: 'clubclubclub', secretary: true })
  const choice = await screen.findByTestId<HTMLSelectElement>('clubs-league-preset')
  await fireEvent.change(choice, { target: { value: 'bela' } })
  await fireEvent.click(screen.getByTestId('clubs-league-open'))
  const link = await screen.findByTestId('clubs-to-league')
  assert.equal(link.getAttribute('href'), '#/league/clubclubclub')
  assert.ok(asked.includes('PUT /api/clubs/clubclubclub/league {"preset":"bela"}'))
  cleanup()
  answering(() => ({ preset: '', presets }))
  const { container } = render(ClubLeague, { id: 'clubclubclub', secretary: false })
  await new Promise((done) => setTimeout(done))
  assert.equal(container.textContent.trim(), '')
})
