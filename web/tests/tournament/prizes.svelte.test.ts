// Prizes of a tournament: who gets which, and what is typed into the format.
import assert from 'node:assert/strict'
import { render, screen } from '@testing-library/svelte'
import { test } from 'vitest'
import { t } from '../../src/i18n/language.svelte'
import { prizesOf } from '../../src/tournament/duplicate/duplicate'
import { Tournament } from '../../src/tournament/desk/tournament.svelte'
import { centsIn, typedAmount } from '../../src/tournament/money/money'
import CountChoice from '../../src/tournament/desk/scores/CountChoice.svelte'
import PrizeFields from '../../src/tournament/money/PrizeFields.svelte'
import FormatFields from '../../src/tournament/desk/FormatFields.svelte'
import Standings from '../../src/tournament/desk/Standings.svelte'
import type { WholeFormat } from '../../src/tournament/desk/formats'
import type { TournamentState, StandingRow, WonPrize } from '../../src/net/messages'
import { newUser, speak } from '../support/table'

const money = {
  counts: [],
  awards: [],
  prize_once: false,
  fee: 0,
  currency: 'EUR',
  fund: 100,
  unit: 1,
}
const row = (team: number, rank: number, line: StandingRow['line'] = ''): StandingRow =>
  ({ team, rank, line, points: 100 - rank, wins: 0, played: 1, value: null }) as StandingRow
const won = (team: number, place: number, text: string, cents = 0): WonPrize => ({
  ...{ kind: 'place', place, team, shared: 1, text, cents, mark: '', round: 0 },
})
const over = (standings: StandingRow[], prizes: WonPrize[] = []) =>
  ({
    format: { currency: 'EUR' },
    next: 'over',
    standings,
    prizes,
    teams: [],
    rounds: [],
  }) as unknown as TournamentState

test('a row says what it has won: things, money, and for what else than its place', async () => {
  await speak()
  const best: WonPrize = { ...won(1, 0, 'wine'), kind: 'best-game', round: 2 }
  const ladies: WonPrize = { ...won(2, 0, '', 1250), kind: 'mark', mark: 'ladies' }
  const current = over([row(1, 1), row(2, 2)], [won(1, 1, 'ham', 5000), best, ladies])
  assert.deepEqual(
    current.standings.map((one) => prizesOf(t, current, one)),
    ['ham + €50.00 + Best game of round 2: wine', 'Ladies: €12.50'],
  )
})

test('what is counted beside the totals has prizes, which go with it', async () => {
  await speak()
  const format = $state({ ...money, awards: [] } as unknown as WholeFormat)
  const { unmount } = render(PrizeFields, { format })
  const user = newUser()
  await user.click(screen.getByTestId('award-add'))
  const kinds = () => [...screen.getByTestId<HTMLSelectElement>('award-kind-1').options].length
  assert.equal(kinds(), 4)
  render(CountChoice, { format })
  await user.click(screen.getByTestId('club-count-pit'))
  await user.click(screen.getByTestId('club-count-roem'))
  assert.deepEqual([...format.counts], ['roem', 'pit'])
  assert.equal(kinds(), 6)
  await user.selectOptions(screen.getByTestId('award-kind-1'), 'Most pits')
  unmount()
  await user.click(screen.getByTestId('club-count-pit'))
  assert.deepEqual([format.counts.length, format.awards.length], [1, 0])
  const pits: WonPrize = { ...won(1, 0, 'wine'), kind: 'pit' }
  assert.equal(prizesOf(t, over([row(1, 1)], [pits]), row(1, 1)), 'Most pits: wine')
})

test('an amount is typed with a comma or a point, in any digits', () => {
  assert.deepEqual(
    ['12,5', '12.50', '12', '١٢', ' 0,05 '].map(centsIn),
    [1250, 1250, 1200, 1200, 5],
  )
  assert.deepEqual(['', '-1', '1,234', 'ten', '9999999'].map(centsIn), Array(5).fill(null))
  assert.deepEqual([1250, 1200, 5].map(typedAmount), ['12.50', '12', '0.05'])
})

test('prizes are added for the next place, and for the best of a class', async () => {
  await speak()
  const format = $state({ ...money, awards: [] } as unknown as WholeFormat)
  render(PrizeFields, { format })
  const user = newUser()
  await user.click(screen.getByTestId('award-add'))
  await user.click(screen.getByTestId('award-add'))
  assert.deepEqual(
    format.awards.map(({ first, last }) => [first, last]),
    [
      [1, 1],
      [2, 2],
    ],
  )
  await user.type(screen.getByTestId('award-cents-1'), '{Backspace}20,50')
  assert.equal(format.awards[0]?.cents, 2050)
  await user.click(screen.getByTestId('award-remove-2'))
  assert.equal(format.awards.length, 1)
})

test('the standing shows the prizes', async () => {
  await speak()
  const tournament = new Tournament('x1')
  tournament.state = over([row(1, 1), row(2, 2)], [won(1, 1, 'ham')])
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
    ...{ wait: 120, delay: 0, admits: 'anyone' as const, prizes: ['ham'], ...money },
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
