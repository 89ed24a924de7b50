// The page of today: one thing to do, one's results, and those of friends.
import assert from 'node:assert/strict'
import { render, screen, within } from '@testing-library/svelte'
import { beforeEach, onTestFinished, test } from 'vitest'
import { me } from '../../src/account/me.svelte'
import type { Me, Today, TodayDeal } from '../../src/net/messages'
import TodayPage from '../../src/today/Today.svelte'
import { answering } from '../support/answers'
import { LINE } from '../support/dailyLine'
import { speak } from '../support/table'

beforeEach(() => speak())

const DEAL: TodayDeal = {
  preset: 'french',
  table: null,
  mine: null,
  played: 0,
  rank: null,
  better_than: null,
}
async function open(more: Partial<Today> = {}) {
  answering(() => ({
    date: '2026-11-21',
    deals: [DEAL],
    deal_streak: 0,
    puzzle: { preset: 'french', kind: 'lead', right: null },
    puzzle_streak: 0,
    days: [{ day: '2026-11-21', lead: null, right: null }],
    friends: [],
    ...more,
  }))
  const { container } = render(TodayPage)
  await screen.findByTestId('today-deal')
  return container
}

test('one thing is to do first: the deal, then the puzzle', async () => {
  const page = await open()
  const first = page.querySelector('.first')
  assert.equal(page.querySelectorAll('.first').length, 1)
  assert.equal(first?.textContent, 'Play the deal of the day')
  assert.equal(screen.queryByTestId('streak'), null)
})

test('a deal that was played is told by points, and the puzzle comes next', async () => {
  const page = await open({ deals: [{ ...DEAL, mine: LINE, better_than: 0.75 }], deal_streak: 3 })
  assert.equal(screen.getByTestId('today-result').textContent, '162 points ahead')
  assert.ok(screen.getByText(/Better than 75% of the others/))
  assert.ok(screen.getByText('3 days in a row'))
  assert.equal(page.querySelector('.first')?.textContent, 'Solve the puzzle')
})

test('the result of a friend shows where one has played the same', async () => {
  const before = me.now
  me.now = { account: 'Ann' } as unknown as Me
  onTestFinished(() => void (me.now = before))
  await open({
    friends: [
      { id: 'b', name: 'Bo', preset: 'french', line: LINE },
      { id: 'c', name: 'Cy', preset: 'french', line: null },
    ],
  })
  const [bo, cy] = within(screen.getByTestId('today-friends')).getAllByRole('listitem')
  assert.match(bo!.textContent, /162 points ahead/)
  assert.match(cy!.textContent, /play it yourself/)
})

test('each of the last days says what became of it', async () => {
  await open({ days: [{ day: '2026-11-20', lead: -20, right: true }] })
  const marks = within(screen.getByTestId('today-days')).getAllByRole('listitem')
  assert.deepEqual(
    marks.map((mark) => mark.textContent.trim()),
    ['Friday, November 20: lost', 'Friday, November 20: right'],
  )
})
