// The hand: its cards by name, why some may not be played, and every way to play and to move them.
import assert from 'node:assert/strict'
import { render, screen } from '@testing-library/svelte'
import { beforeEach, test, vi } from 'vitest'
import type { Legal, View } from '../../../src/net/messages'
import Hand from '../../../src/table/hand/Hand.svelte'
import { viewOf } from '../../support/positions'
import { like, newUser, speak } from '../../support/table'

const user = newUser()

beforeEach(() => speak())

function hold(view: View, mine: Legal | null = view.legal, arranging = false) {
  const onplay = vi.fn<(card: string, box: DOMRect) => void>()
  const ondone = vi.fn<() => void>()
  const { rerender } = render(Hand, { view, mine, onplay, arranging, ondone, raised: '' })
  return { onplay, ondone, rerender, played: () => onplay.mock.calls.map(([card]) => card) }
}

const buttons = () =>
  [...screen.getByRole('group', { name: 'Your hand' }).querySelectorAll('button')].map((one) => one)
const cards = () => buttons().map((one) => one.dataset.card ?? '')
const card = (name: string) => buttons().find((one) => one.dataset.card === name)!
const focused = () => (document.activeElement as HTMLElement).dataset.card
const legal = (view: View) => view.legal!.cards
const refused = (view: View) => view.legal!.refused.map((one) => one.card)

test('every card is a button with its whole name', () => {
  const view = viewOf('follow')
  hold(view)
  assert.deepEqual(cards().toSorted(), view.hand.toSorted())
  for (const one of buttons()) assert.match(one.getAttribute('aria-label')!, /^[A-Z]\w+ of \w+$/)
})

test('what may not be played says why, and looks so', () => {
  const view = viewOf('follow')
  hold(view)
  for (const name of refused(view)) {
    assert.equal(card(name).getAttribute('aria-disabled'), 'true')
    assert.equal(card(name).dataset.legal, 'false')
  }
  for (const name of legal(view)) {
    assert.equal(card(name).getAttribute('aria-disabled'), 'false')
    assert.equal(card(name).getAttribute('aria-describedby'), null)
  }
  const why = screen.getAllByRole('button', { description: /^You (hold|cannot)/ })
  assert.deepEqual(
    why.map((one) => one.dataset.card),
    cards().filter((name) => refused(view).includes(name)),
  )
})

test('a tap plays a card, and tells where it lay', async () => {
  const view = viewOf('follow')
  const { onplay } = hold(view)
  const chosen = card(legal(view)[0]!)
  const box = new DOMRect(30, 400, 90, 126)
  chosen.getBoundingClientRect = () => box
  await user.click(chosen)
  assert.deepEqual(onplay.mock.calls, [[legal(view)[0], box]])
})

test('a tap on a refused card is told, too: the table says why', async () => {
  const view = viewOf('follow')
  const { played } = hold(view)
  await user.click(card(refused(view)[0]!))
  assert.deepEqual(played(), [refused(view)[0]])
})

test('out of turn no card may be played', () => {
  hold(viewOf('thinking'), null)
  for (const one of buttons()) assert.equal(one.getAttribute('aria-disabled'), 'true')
})

test('the hand is one stop of the tab key, at the first card that may be played', async () => {
  const view = viewOf('follow')
  hold(view)
  assert.equal(buttons().filter((one) => one.tabIndex === 0).length, 1)
  await user.tab()
  assert.equal(
    focused(),
    cards().find((name) => legal(view).includes(name)),
  )
})

test('arrows, Home and End move the focus, and stop at the ends', async () => {
  hold(viewOf('lead'))
  const [first, second] = cards()
  await user.tab()
  await user.keyboard('{Home}')
  assert.equal(focused(), first)
  await user.keyboard('{ArrowRight}')
  assert.equal(focused(), second)
  await user.keyboard('{ArrowLeft}{ArrowLeft}')
  assert.equal(focused(), first)
  await user.keyboard('{End}{ArrowRight}')
  assert.equal(focused(), cards().at(-1))
})

test('Enter and the space bar play the card in focus', async () => {
  const { played } = hold(viewOf('lead'))
  const [first, second] = cards()
  await user.tab()
  await user.keyboard('{Home}{Enter}{ArrowRight}[Space]')
  assert.deepEqual(played(), [first, second])
})

test('Shift and arrows move the card itself, and the focus stays with it', async () => {
  const { played } = hold(viewOf('lead'))
  const before = cards()
  await user.tab()
  await user.keyboard('{Home}{Shift>}{ArrowRight}{ArrowRight}{/Shift}')
  assert.deepEqual(cards(), [before[1], before[2], before[0], ...before.slice(3)])
  assert.equal(focused(), before[0])
  await user.keyboard('{Control>}{ArrowLeft}{/Control}')
  assert.equal(focused(), before[0])
  assert.deepEqual(played(), [])
})

test('cards that have gone leave the others as they were laid', async () => {
  const view = viewOf('lead')
  const { rerender } = hold(view)
  await user.tab()
  await user.keyboard('{Home}{Shift>}{End}{/Shift}')
  const after = cards()
  await rerender({ view: { ...view, hand: view.hand.filter((one) => one !== after[2]) } })
  assert.deepEqual(
    cards(),
    after.filter((one) => one !== after[2]),
  )
})

test('the hand is arranged by taps, and none of them plays', async () => {
  const { played, ondone } = hold(viewOf('lead'), viewOf('lead').legal, true)
  const before = cards()
  const press = (name: string) => user.click(screen.getByRole('button', { name }))
  assert.ok(screen.getByRole('toolbar', { name: 'Arrange the hand' }))
  await user.click(card(before[3]!))
  await press('To the left')
  assert.deepEqual(cards(), [before[0], before[1], before[3], before[2], ...before.slice(4)])
  await press('To the right')
  assert.deepEqual(cards(), before)
  await press('To the left')
  await press('Sort')
  assert.deepEqual(cards(), before)
  await press('Done')
  assert.equal(ondone.mock.calls.length, 1)
  assert.deepEqual(played(), [])
})

test('a card is dragged along the hand, and is not played where it is let go', async () => {
  const { played } = hold(viewOf('lead'))
  const before = cards()
  const strip = screen.getByTestId('hand')
  Object.defineProperty(strip, 'offsetWidth', { value: 95 * (before.length + 1.5) })
  await user.pointer([
    { keys: '[MouseLeft>]', target: card(before[0]!), coords: { clientX: 10, clientY: 5 } },
    { target: card(before[0]!), coords: { clientX: 205, clientY: 5 } },
    { keys: '[/MouseLeft]', target: card(before[0]!), coords: { clientX: 205, clientY: 5 } },
  ])
  assert.deepEqual(cards(), [before[1], before[2], before[0], ...before.slice(3)])
  assert.deepEqual(played(), [])
  await user.click(card(before[0]!))
  assert.deepEqual(played(), [before[0]])
})

test('a card is dragged out of the hand, and is played where it is let go over the table', async () => {
  const view = viewOf('follow')
  const { played } = hold(view)
  const drag = (name: string, up: number) =>
    user.pointer([
      { keys: '[MouseLeft>]', target: card(name), coords: { clientX: 10, clientY: 400 } },
      { target: card(name), coords: { clientX: 12, clientY: 400 - up } },
      { keys: '[/MouseLeft]', target: card(name), coords: { clientX: 12, clientY: 400 - up } },
    ])
  const [chosen] = legal(view)
  await drag(chosen!, 40)
  assert.deepEqual(played(), [])
  await drag(refused(view)[0]!, 200)
  assert.ok(!played().includes(chosen!))
  await drag(chosen!, 200)
  assert.equal(played().at(-1), chosen)
})

test('the only card that may be played is played by itself, where that is wanted', () => {
  vi.useFakeTimers()
  try {
    const view = viewOf('follow')
    const only = { ...view.legal!, cards: [legal(view)[0]!], announce: [] }
    const { played } = hold(view, only)
    vi.advanceTimersByTime(1000)
    assert.deepEqual(played(), [])
    like({ playOnly: true })
    const requested = hold(view, only)
    vi.advanceTimersByTime(1000)
    assert.deepEqual(requested.played(), only.cards)
  } finally {
    vi.useRealTimers()
  }
})

test('trumps are marked', () => {
  const view = viewOf('follow')
  hold(view)
  const trump = view.contract!.trump
  assert.deepEqual(
    buttons().map((one) => one.classList.contains('trump')),
    cards().map((name) => name.endsWith(trump)),
  )
})

test('where it takes two taps, the first only raises a card', async () => {
  like({ taps: 'two' })
  const { played } = hold(viewOf('lead'))
  const [first, second] = cards()
  await user.click(card(first!))
  await user.click(card(second!))
  assert.deepEqual(played(), [])
  assert.ok(card(second!).classList.contains('raised'))
  assert.ok(!card(first!).classList.contains('raised'))
  await user.click(card(second!))
  assert.deepEqual(played(), [second])
})

test('where it takes two taps, a key and a card that is refused need but one', async () => {
  like({ taps: 'two' })
  const view = viewOf('follow')
  const { played } = hold(view)
  await user.tab()
  const chosen = focused()
  await user.keyboard('{Enter}')
  await user.click(card(refused(view)[0]!))
  assert.deepEqual(played(), [chosen, refused(view)[0]])
})

test('who plays by keys has the focus in the hand as soon as it is their turn', async () => {
  const view = viewOf('lead')
  const { rerender } = hold(view, null)
  await user.keyboard('{Shift}')
  await rerender({ mine: view.legal })
  assert.equal(focused(), cards()[0])
})

test('who plays by touch has not', async () => {
  const view = viewOf('lead')
  const { rerender } = hold(view, null)
  await user.click(document.body)
  await rerender({ mine: view.legal })
  assert.equal(document.activeElement, document.body)
})

test.each([
  ['fr', 'Votre main', /^\S+ de (pique|cœur|carreau|trèfle)$/],
  ['nl', 'Jouw hand', /^(Schoppen|Harten|Koeken|Ruiten|Klaveren) /],
] as const)('its cards are named in %s', async (language, hand, name) => {
  await speak(language)
  hold(viewOf('lead'))
  const group = screen.getByRole('group', { name: hand })
  for (const one of group.querySelectorAll('button'))
    assert.match(one.getAttribute('aria-label')!, name)
})
