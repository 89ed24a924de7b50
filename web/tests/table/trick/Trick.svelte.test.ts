// The trick lies in the order of play, each card before its seat, and goes to who wins it.
import assert from 'node:assert/strict'
import { render, screen, within } from '@testing-library/svelte'
import { beforeEach, onTestFinished, test, vi } from 'vitest'
import type { View } from '../../../src/net/messages'
import Trick from '../../../src/table/trick/Trick.svelte'
import type { Scene } from '../../../src/table/state'
import { viewOf } from '../../support/positions'
import { listener, speak } from '../../support/table'

beforeEach(() => speak())

const scene = (view: View, more: Partial<Scene> = {}): Scene => ({
  view,
  players: [],
  winner: null,
  sweeping: false,
  ...more,
})
const laid = () => within(screen.getByRole('list', { name: 'The trick' })).getAllByRole('listitem')
const texts = () => laid().map((one) => one.textContent.trim())
const places = () => laid().map((one) => one.classList[0])

/** Seat 1 led, and three cards lie. */
const three = (): View => ({
  ...viewOf('fourth'),
  trick: { leader: 1, cards: ['7S', 'KS', '8S'], winner: 2 },
})

test('each card is named with who played it, from the one that was led', () => {
  const view = three()
  render(Trick, { scene: scene(view), at: listener(view) })
  assert.deepEqual(texts(), ['Bea: seven of spades', 'Cas: king of spades', 'Dov: eight of spades'])
  assert.deepEqual(places(), ['right', 'top', 'left'])
  assert.deepEqual(
    laid().map((one) => one.classList.contains('leading')),
    [false, true, false],
  )
})

test('where the turn goes the other way round, they lie the other way round', () => {
  const view = three()
  view.rules.direction = 'cw'
  render(Trick, { scene: scene(view), at: listener(view) })
  assert.deepEqual(places(), ['left', 'top', 'right'])
})

test('it is seen from the seat of who looks', () => {
  const view = three()
  render(Trick, { scene: scene(view), at: { ...listener(view), seat: 2, from: 2 } })
  assert.deepEqual(places(), ['left', 'bottom', 'right'])
  assert.equal(texts()[1], 'You: king of spades')
})

test('the card that wins is marked and said', () => {
  const view = three()
  const cards = [...view.trick.cards, 'AS']
  const whole = { ...view, trick: { leader: 1, cards, winner: 0 } }
  render(Trick, { scene: scene(whole, { winner: 0 }), at: listener(view) })
  assert.equal(texts()[3], 'You: ace of spades, wins the trick')
  assert.deepEqual(
    laid().map((one) => (one.classList.contains('won') ? 'won' : 'lost')),
    ['lost', 'lost', 'lost', 'won'],
  )
})

test('an empty trick is an empty list', () => {
  const view = viewOf('lead')
  render(Trick, { scene: scene(view), at: listener(view) })
  assert.equal(screen.getByRole('list', { name: 'The trick' }).children.length, 0)
})

/** Lay out the seats, so that cards can come from there. */
function seats() {
  document.body.insertAdjacentHTML(
    'afterbegin',
    [0, 1, 2, 3].map((seat) => `<i data-seat="${seat}"><b class="portrait"></b></i>`).join(''),
  )
  onTestFinished(() => document.querySelectorAll('i[data-seat]').forEach((one) => one.remove()))
  const animate = vi.spyOn(Element.prototype, 'animate')
  return () => animate.mock.contexts.map((one) => (one as Element).textContent.trim())
}

test('only a card that is new comes from its seat', async () => {
  const moved = seats()
  const view = three()
  const { rerender } = render(Trick, { scene: scene(view), at: listener(view) })
  assert.deepEqual(moved(), [])
  const cards = [...view.trick.cards, 'AS']
  await rerender({ scene: scene({ ...view, trick: { ...view.trick, cards } }) })
  assert.deepEqual(moved(), ['You: ace of spades'])
})

test('the whole trick is swept to who has won it', async () => {
  const moved = seats()
  const view = three()
  const { rerender } = render(Trick, { scene: scene(view, { winner: 2 }), at: listener(view) })
  assert.deepEqual(moved(), [])
  await rerender({ scene: scene(view, { winner: 2, sweeping: true }) })
  assert.equal(moved().length, 3)
})

test('nothing moves for who wants no motion', async () => {
  const usual = window.matchMedia.bind(window)
  vi.stubGlobal('matchMedia', (media: string) =>
    Object.assign(usual(media), { matches: media.includes('reduce') }),
  )
  const moved = seats()
  const view = three()
  const { rerender } = render(Trick, { scene: scene(view), at: listener(view) })
  const cards = [...view.trick.cards, 'AS']
  await rerender({ scene: scene({ ...view, trick: { ...view.trick, cards } }) })
  await rerender({ scene: scene(view, { winner: 2, sweeping: true }) })
  assert.deepEqual(moved(), [])
})

test.each([
  ['fr', 'Le pli', 'Bea\u00a0: sept de pique'],
  ['nl', 'De slag', /^Bea: Schoppen/i],
  ['bg', 'Взятката', /^Bea: /],
] as const)('it is told in %s', async (language, list, first) => {
  await speak(language)
  const view = three()
  render(Trick, { scene: scene(view), at: listener(view) })
  const text = within(screen.getByRole('list', { name: list })).getAllByRole('listitem')[0]!
  assert.match(text.textContent.trim(), new RegExp(first))
})
