// Prizes of a tournament: who gets which, and what is typed into the format.
import assert from 'node:assert/strict'
import { render, screen } from '@testing-library/svelte'
import { test } from 'vitest'
import { prizesOf } from '../../src/tournament/duplicate/duplicate'
import { Tournament } from '../../src/tournament/desk/tournament.svelte'
import FormatFields from '../../src/tournament/desk/FormatFields.svelte'
import Standings from '../../src/tournament/desk/Standings.svelte'
import type { WholeFormat } from '../../src/tournament/desk/formats'
import type { TournamentState, StandingRow } from '../../src/net/messages'
import { newUser, speak } from '../support/table'

const row = (team: number, rank: number, line: StandingRow['line'] = ''): StandingRow =>
  ({ team, rank, line, points: 100 - rank, wins: 0, played: 1, value: null }) as StandingRow
const over = (standings: StandingRow[], prizes = ['ham', 'cake', 'wine']) =>
  ({
    format: { prizes },
    next: 'over',
    standings,
    teams: [],
    rounds: [],
  }) as unknown as TournamentState
const given = (current: TournamentState) => current.standings.map((one) => prizesOf(current, one))

test('each place has its prize once all is played, and who share a place share their prizes', () => {
  assert.deepEqual(given(over([row(1, 1), row(2, 2), row(3, 3), row(4, 4)])), [
    'ham',
    'cake',
    'wine',
    '',
  ])
  assert.deepEqual(given(over([row(1, 1), row(2, 1), row(3, 3)])), [
    'ham + cake',
    'ham + cake',
    'wine',
  ])
  assert.deepEqual(given(over([row(1, 1, 'north'), row(2, 1, 'east')])), ['ham', 'ham'])
  assert.deepEqual(given({ ...over([row(1, 1)]), next: 'scores' }), [''])
  assert.deepEqual(given(over([row(1, 1)], [])), [''])
})

test('the standing shows the prizes', async () => {
  await speak()
  const tournament = new Tournament('x1')
  tournament.state = over([row(1, 1), row(2, 2)], ['ham'])
  render(Standings, { tournament })
  assert.deepEqual(
    screen.getAllByTestId('club-prize').map((one) => one.textContent),
    ['ham'],
  )
})

test.each([
  ['teams', 'Team'],
  ['melee', 'Player'],
] as const)('a standing of %s says what stands there', async (entrants, head) => {
  await speak()
  const tournament = new Tournament('x1')
  const format = { prizes: [], entrants }
  tournament.state = { ...over([row(1, 1)]), format }
  render(Standings, { tournament })
  const heads = screen.getAllByRole('columnheader').map((one) => one.textContent)
  assert.equal(heads[2], head)
})

test('prizes are typed one a line, at most ten of sixty characters', async () => {
  await speak()
  const format = $state({
    ...{ preset: 'french-plain', house: {}, deals: 12, rounds: 4, entrants: 'teams' },
    ...{ draw: 'swiss', drawn_rounds: 1, groups: 0, finalists: 0, ranking: 'points' },
    ...{ result_points: [1, 0, 0], ties: [], cap: 0, bye: null, forfeit: null },
    ...{ excess: 'ignore', comparison: 'matchpoints', place: 'hall', pace: 'normal' },
    ...{ wait: 120, delay: 0, admits: 'anyone' as const, prizes: ['ham'] },
  } as unknown as WholeFormat)
  render(FormatFields, { format })
  const field = screen.getByTestId<HTMLTextAreaElement>('club-prizes')
  assert.equal(field.value, 'ham')
  const user = newUser()
  await user.clear(field)
  await user.paste(['  A cake ', '', 'x'.repeat(70), ...'abcdefghij'].join('\n'))
  await user.tab()
  assert.deepEqual(field.value.split('\n'), ['A cake', 'x'.repeat(60), ...'abcdefgh'])
})
