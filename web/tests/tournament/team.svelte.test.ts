// The evening of a team on its phone: one link says where and against whom, round after round.
import assert from 'node:assert/strict'
import { cleanup, render, screen, waitFor } from '@testing-library/svelte'
import { beforeEach, test } from 'vitest'
import type { SlipState, TeamGame, TeamState } from '../../src/net/messages'
import TeamPage from '../../src/tournament/hall/TeamPage.svelte'
import { answering } from '../support/answers'
import { newUser, speak } from '../support/table'

const user = newUser()
beforeEach(() => speak())

const game = (round: number, more: Partial<TeamGame> = {}): TeamGame => ({
  ...{ round, table: 5, deal: 0, key: `${round}.5.0.f`, partner: '', opponents: [7] },
  ...{ other: ['Cé & Dré'], seats: [], points: null, state: 'open', ...more },
})
const team = (more: Partial<TeamState> = {}): TeamState => ({
  ...{ tournament: 'abc', event: 'abc', name: 'Tuesday', version: 3, number: 12, team: 'Ann & Bo' },
  ...{ here: true, preset: 'french', house: {}, sheet: true, drawn: 1, next: 'scores' as const },
  ...{ games: [game(1)], place: null, count: 48, trial: false, counted: [], ...more },
})
const slip: SlipState = {
  ...{ tournament: 'abc', event: 'abc', name: 'Tuesday', round: 1, table: 5, deal: 0 },
  ...{ own: ['Ann & Bo'], other: ['Cé & Dré'], starts: [0, 0], reported: null, by_other: null },
  ...{ points: null, state: 'open', trial: false, counted: [], counts: null },
}

function open(state: TeamState) {
  const asked = answering((request) =>
    request.includes('/team?') ? state : request.includes('/totals') ? { possible: [] } : slip,
  )
  render(TeamPage, { about: 'abc/12.f' })
  return asked
}

test('it says the table, the opponents with their number, and takes the score', async () => {
  const asked = open(team())
  assert.ok(await screen.findByRole('heading', { name: '12 · Ann & Bo' }))
  assert.match(screen.getByTestId('team-now').textContent, /Table 5.*Against 7 Cé & Dré/s)
  await user.type(await screen.findByTestId('score-own'), '1000')
  await user.type(screen.getByTestId('score-other'), '944')
  await user.click(screen.getByTestId('score-send'))
  await waitFor(() => assert.ok(asked.some((one) => one.startsWith('POST'))))
  assert.match(asked.find((one) => one.startsWith('POST')) ?? '', /"key":"1.5.0.f","own":1000/)
})

test('the score sheet of the game is a tap away, but not of a duplicate', async () => {
  open(team())
  const link = await screen.findByTestId('team-sheet')
  assert.equal(link.getAttribute('href'), '#/sheet/abc/12.f/1')
})

test('a duplicate has no score sheet', async () => {
  open(team({ sheet: false }))
  await screen.findByTestId('team-now')
  assert.equal(screen.queryByTestId('team-sheet'), null)
})

test('between two draws it waits, with the results so far and the place', async () => {
  const place = { rank: 3, points: 2010, played: 1, value: null } as TeamState['place']
  const over = game(1, { points: [1000, 944], state: 'over' })
  open(team({ next: 'draw', games: [over, game(2, { state: 'out', table: 0, key: '' })], place }))
  await screen.findByTestId('team-waits')
  assert.match(screen.getByTestId('team-place').textContent, /Place 3 of 48.*2010/s)
  const rows = screen.getAllByRole('row').map((one) => one.textContent.replace(/\s+/g, ''))
  assert.deepEqual(rows.slice(1), ['157Cé&Dré1000944', '2–sitsout––'])
})

test('who sits out and who was taken out of the draw read it', async () => {
  open(team({ games: [game(1, { state: 'out', key: '' })], here: false }))
  await screen.findByTestId('team-out')
  assert.ok(screen.getByText(/taken out of the draw/))
})

test('the phone says that an evening is a trial', async () => {
  open(team({ trial: true }))
  assert.match(
    (await screen.findByTestId('trial-phone')).textContent,
    /Trial.*Nothing here counts/s,
  )
  cleanup()
  open(team())
  await screen.findByTestId('team-now')
  assert.equal(screen.queryByTestId('trial-phone'), null)
})
