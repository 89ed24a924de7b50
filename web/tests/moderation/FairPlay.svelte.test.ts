// Fair play for moderators: pairs, their deals without a word whose they are, and a decision.
import assert from 'node:assert/strict'
import { render, screen, waitFor, within } from '@testing-library/svelte'
import { beforeEach, test } from 'vitest'
import FairPlayPairs from '../../src/moderation/FairPlayPairs.svelte'
import { AsyncAction } from '../../src/net/asyncAction.svelte'
import type { FairPlayEvidence, FairPlayPair } from '../../src/net/messages'
import { answering } from '../support/answers'
import { replay } from '../support/positions'
import { newUser, speak } from '../support/table'

const user = newUser()
const PAIR: FairPlayPair = {
  people: [
    { person: 'a', name: 'Ann' },
    { person: 'b', name: 'Bo' },
  ],
  deals: 120,
  test: 'sight',
  z: 6.234,
  case: null,
}
const EVIDENCE: FairPlayEvidence = {
  pair: PAIR,
  tests: [{ test: 'sight', z: 6.234, own: null }],
  samples: [[{ record: 'of others', side: 0 }], [{ record: 'of these', side: 1 }]],
  suspected: 1,
}

/** A record without names, as the server sends it. */
const NAMELESS = {
  ...replay(),
  players: replay().players.map((one, seat) => ({ ...one, name: String(seat), person: null })),
}

beforeEach(() => speak())

function open(pairs: FairPlayPair[]) {
  const requests = answering((asked) => {
    if (asked.startsWith('POST /api/replays')) return NAMELESS
    if (asked.startsWith('POST')) return null
    if (/\/(a\/b|b\/a)$/.test(asked)) return EVIDENCE
    return { threshold: 4.2649, compared: 9, pairs }
  })
  render(FairPlayPairs, { action: new AsyncAction() })
  return requests
}

test('without a pair above the threshold the page says how many were compared', async () => {
  open([])
  const said = (await screen.findByTestId('compared')).textContent
  assert.match(said, /9 pairs compared; the threshold is 4.26.\s+No pair is above it./)
})

test('whose deals are whose is shown only on request', async () => {
  open([PAIR])
  const listed = await screen.findByTestId('pairs')
  assert.ok(within(listed).getByText('Calls and cards match the partner’s hidden hand'))
  assert.ok(within(listed).getByText('z = 6.23 in 120 deals'))
  await user.click(screen.getByTestId('look'))
  const samples = await screen.findAllByTestId('sample')
  assert.deepEqual(
    samples.map((one) => within(one).getByRole('heading').textContent.trim()),
    ['Pair A', 'Pair B'],
  )
  assert.ok(within(samples[1]!).getByText('The pair sits in seats 2 and 4.'))
  await user.click(screen.getByTestId('reveal'))
  assert.deepEqual(
    samples.map((one) => within(one).getByRole('heading').textContent.trim()),
    ['Pair A: a pair that nobody suspects', 'Pair B: the pair above the threshold'],
  )
})

test('a deal is looked at in the replay viewer, its players by their seats', async () => {
  const requests = open([PAIR])
  await user.click(await screen.findByTestId('look'))
  const [, second] = await screen.findAllByTestId('sample')
  const deal = within(second!).getByRole('button', { name: 'Deal 1 of 1' })
  await user.click(deal)
  const dialog = await screen.findByRole('dialog')
  assert.ok(requests.includes('POST /api/replays {"record":"of these"}'))
  assert.ok(within(dialog).getByText('Deal 1 of 1. The pair sits in seats 2 and 4.'))
  assert.ok(within(dialog).getByRole('region', { name: 'Seat 2' }))
  await user.keyboard('{ArrowRight}{ArrowRight}')
  assert.equal(within(dialog).getByTestId('replay').dataset.step, '2')
  assert.ok(!/\b(Ann|Bea|Cas|Dov)\b/.test(dialog.textContent))
  await user.click(within(dialog).getByRole('button', { name: 'Close' }))
  await waitFor(() => assert.equal(screen.queryByRole('dialog'), null))
  assert.equal(document.activeElement, deal)
  assert.equal(screen.queryAllByText(/nobody suspects/).length, 1, 'whose it is is still not shown')
})

test('a decision goes with a note', async () => {
  const requests = open([PAIR])
  await user.click(await screen.findByTestId('look'))
  await user.click(await screen.findByTestId('decide'))
  await user.type(screen.getByTestId('note'), 'well led')
  await user.click(screen.getByTestId('nothing'))
  assert.ok(await screen.findByTestId('pairs'))
  assert.ok(
    requests.includes(
      'POST /api/admin/fair-play/a/b/decision {"decision":"nothing","note":"well led"}',
    ),
  )
})

test('a pair that was decided about says so', async () => {
  const decided = {
    asked: null,
    until: null,
    answers: [],
    decision: 'nothing',
    note: 'x',
    settled: 1,
    by: 'k',
    by_name: 'Karin',
    deals: 90,
  }
  open([{ ...PAIR, case: decided }])
  assert.ok(await screen.findByText(/Nothing found, after 90 deals, by .*Karin/))
})

test('both players are asked, and what they answer is read beside their deals', async () => {
  const asked = {
    asked: 1,
    until: 604801,
    answers: [{ person: { person: 'a', name: 'Ann' }, at: 2, text: 'I counted.' }],
    decision: '',
    note: '',
    settled: null,
    by: 'k',
    by_name: 'Karin',
    deals: 90,
  }
  const requests = open([
    PAIR,
    { ...PAIR, people: [...PAIR.people].reverse() as never, case: asked },
  ])
  await user.click((await screen.findAllByTestId('look'))[0]!)
  await user.click(await screen.findByTestId('ask'))
  assert.ok(requests.some((one) => one.startsWith('POST /api/admin/fair-play/a/b/question')))
  await user.click((await screen.findAllByTestId('look'))[1]!)
  assert.match(screen.getByTestId('case').textContent, /Both players were asked/)
  assert.match(screen.getByTestId('answered').textContent, /Ann.*I counted\./)
  await user.click(await screen.findByTestId('decide'))
  await user.type(screen.getByTestId('note'), 'no')
  await user.click(screen.getByTestId('points'))
  assert.ok(requests.some((one) => one.endsWith('/b/a/decision {"decision":"points","note":"no"}')))
})
