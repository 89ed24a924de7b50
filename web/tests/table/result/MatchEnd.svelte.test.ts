// The end of a match: who won, its curve and facts, the deal that decided, what it did to the rating.
import assert from 'node:assert/strict'
import { render, screen, within } from '@testing-library/svelte'
import { beforeEach, test, vi } from 'vitest'
import type { Rated, Update, View } from '../../../src/net/messages'
import Settlement from '../../../src/table/settlement/Settlement.svelte'
import { VERSION, like, listener, playersAt, sitDown, newUser, speak } from '../../support/table'
import { bringing } from '../../support/table'
import { until } from '../../support/server'
import { viewOf } from '../../support/positions'

const user = newUser()

beforeEach(() => speak())

/** Build a French match of six deals that is over, as this seat sees it. */
const over = (seat = 0): View => ({
  ...viewOf('sheet'),
  seat,
  phase: 'match_over',
  winner: 1,
})

const rating = (value: number): Rated => ({ value, interval: 60, provisional: false })

async function finish(view: View, more: Partial<Update> = {}) {
  const table = await sitDown(view, more)
  const at = listener(view, more.players ?? playersAt(view))
  const calls = { onleave: vi.fn(), onsheet: vi.fn(), onchat: null, onseats: vi.fn() }
  return { ...table, ...render(Settlement, { game: table.game, view, at, ...calls }) }
}

const plain = (text: string | null) => (text ?? '').replace(/\s+/g, ' ').trim()
const title = () => screen.getByRole('heading', { level: 2 }).textContent
const details = () => [...screen.getByTestId('facts').children].map((one) => plain(one.textContent))

test('it is lost for one side and won for the other', async () => {
  const { unmount } = await finish(over(0))
  assert.equal(title(), 'Match lost')
  unmount()
  await finish(over(1), { you: 1 })
  assert.equal(title(), 'Match won')
})

test('the score names the people of both sides, mine first', async () => {
  const view = over()
  await finish(view)
  const sides = [...document.querySelectorAll('.result > div')].map((one) => plain(one.textContent))
  assert.deepEqual(sides, [`${view.scores[0]} Ann + Cas`, `${view.scores[1]} Bea + Dov`])
})

test('the curve says the score, and the deal that decided is named', async () => {
  const view = over()
  await finish(view)
  const curve = screen.getByRole('img', { name: /^The score over \d deals: We 420, They 590$/ })
  assert.equal(curve.querySelectorAll('.line').length, 2)
  assert.match(plain(screen.getByTestId('decided').textContent), /^Deal \d decided it\. \w+: \w+$/)
})

test('three facts are told, and what became of the last deal', async () => {
  await finish(over())
  assert.equal(details().length, 3)
  assert.match(details()[0]!, /^\d\/\d contracts? made$/)
  assert.match(details().at(-1)!, /^\+\d+ best deal$/)
  assert.match(screen.getByTestId('result-line').textContent, /^Last deal: .+ (took|bid) /)
})

test('a single deal has neither curve nor facts', async () => {
  await finish(viewOf('won'))
  assert.equal(title(), 'Match won')
  assert.equal(screen.queryByTestId('curve'), null)
  assert.equal(screen.queryByTestId('facts'), null)
})

test('each of three has a line', async () => {
  const view = { ...viewOf('three'), phase: 'match_over' as const, winner: 2 }
  view.sheet = [1, 2].map((number) => ({ ...view.sheet[0]!, number, boom: 1 }))
  await finish(view)
  assert.equal(title(), 'Cas wins the match')
  assert.equal(screen.getByTestId('curve').querySelectorAll('.line').length, 3)
})

test('a rated match tells the rating, and by how much it changed', async () => {
  const view = over()
  const before = playersAt(view, { 0: { rating: rating(1500) } })
  const after = playersAt(view, { 0: { rating: rating(1488.4) } })
  const table = await sitDown({ ...view, phase: 'deal_over' }, { rated: true, players: before })
  table.line.send({ ...bringing(view, { rated: true, players: after }), version: VERSION + 1 })
  await until(() => table.game.state.version === VERSION + 1)
  const calls = { onleave: vi.fn(), onsheet: vi.fn(), onchat: null, onseats: vi.fn() }
  render(Settlement, { game: table.game, view, at: listener(view, after), ...calls })
  assert.equal(plain(screen.getByTestId('rating-change').textContent), '1488-12 Rating')
})

test('any other match tells none', async () => {
  const view = over()
  await finish(view, { players: playersAt(view, { 0: { rating: rating(1500) } }) })
  assert.equal(screen.queryByTestId('rating-change'), null)
})

test('it is shared with its score', async () => {
  like({ language: 'en' })
  await finish(over())
  await user.click(screen.getByRole('button', { name: 'Share' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Share' }))
  assert.ok(dialog.getByText(/on Rebelote: 420 – 590$/))
})

test.each([
  ['fr', 'Partie perdue', 'Revanche'],
  ['nl', 'Partij verloren', 'Nog een partij'],
  ['sv', 'Partiet är förlorat', 'Revansch'],
  ['bg', 'Партията е загубена', 'Реванш'],
] as const)('it is told in %s', async (language, lost, again) => {
  await speak(language)
  await finish(over())
  assert.equal(title(), lost)
  assert.ok(screen.getByRole('button', { name: again }))
})

test('a match that was given up says which side did, and names no deal that decided', async () => {
  await finish({ ...over(), settlement: null, given_up: 0 })
  assert.equal(title(), 'Match lost')
  assert.equal(screen.getByTestId('result-line').textContent, 'Your side gives up the match.')
  assert.equal(screen.queryByTestId('decided'), null)
  assert.equal(screen.queryByTestId('review-deal'), null)
})
