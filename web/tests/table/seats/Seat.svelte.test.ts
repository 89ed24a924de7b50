// A seat says who sits there, whose turn it is, what is said and shown; and has a menu.
import assert from 'node:assert/strict'
import { render, screen, within } from '@testing-library/svelte'
import { beforeEach, test, vi } from 'vitest'
import { isolated } from '../../../src/i18n/words'
import type { Player, View } from '../../../src/net/messages'
import Seat from '../../../src/table/seats/Seat.svelte'
import type { Bubble, ChatLine, Timing } from '../../../src/table/state'
import { viewOf } from '../../support/positions'
import { listener, playersAt, newUser, speak } from '../../support/table'

const user = newUser()

beforeEach(() => speak())

interface Shown {
  players?: Record<number, Partial<Player>>
  bubbles?: Bubble['event'][]
  chat?: Partial<ChatLine>
  clock?: Timing
  menu?: boolean
}

const LINE: ChatLine = {
  type: 'said',
  seat: 1,
  name: 'Bea',
  person: 'bea',
  phrase: '',
  reaction: '',
  text: '',
  number: 1,
  until: Infinity,
}

function seat(number: number, view: View, shown: Shown = {}) {
  const onmenu = vi.fn<(seat: number) => void>()
  render(Seat, {
    seat: number,
    view,
    at: listener(view, playersAt(view, shown.players)),
    place: (['bottom', 'right', 'top', 'left'] as const)[number]!,
    bubbles: (shown.bubbles ?? []).map((event) => ({ seat: number, event, until: Infinity })),
    chat: shown.chat ? [{ ...LINE, ...shown.chat }] : [],
    clock: shown.clock ?? null,
    onmenu: shown.menu === false ? null : onmenu,
  })
  return onmenu
}

const words = (testid: string) => screen.getByTestId(testid).textContent.replace(/\s+/g, ' ').trim()
/** Beside Bea's name. */
const details = () => screen.getByTestId('seat-1').textContent

test('its button is called after who sits there, and opens the menu', async () => {
  const onmenu = seat(1, viewOf('turned'))
  await user.click(screen.getByRole('button', { name: 'Bea, 5 cards in hand' }))
  assert.deepEqual(onmenu.mock.calls, [[1]])
})

test('without a menu the name is text', () => {
  seat(0, viewOf('turned'), { menu: false })
  assert.equal(screen.queryByRole('button'), null)
  assert.ok(screen.getByText('Ann'))
})

test('partner, dealer and taker are told in words', () => {
  seat(2, viewOf('lead'))
  assert.ok(screen.getByRole('button', { name: /^Cas.*, partner, 8 cards in hand$/ }))
})

test('the dealer is told', () => {
  seat(3, viewOf('lead'))
  assert.ok(screen.getByRole('button', { name: 'Dov, dealer, 8 cards in hand' }))
  assert.ok(screen.getByTitle('dealer'))
})

test('the taker is told, with the trump', () => {
  seat(0, viewOf('lead'))
  assert.match(screen.getByTestId('seat-0').textContent, /^Ann, Taker$/)
  assert.ok(screen.getByTitle('Taker').querySelector('svg'))
})

test('each plays alone where three do', () => {
  seat(2, viewOf('three'))
  assert.equal(screen.queryByText('partner'), null)
  assert.equal(document.querySelector('.us, .them'), null)
})

test('who is away, and for whom a bot stands in, is told', () => {
  const person = { bot: false, person: 'bea' }
  seat(1, viewOf('turned'), { players: { 1: { ...person, connected: false, stand_in: true } } })
  assert.match(details(), /, 5 cards in hand, offline, a bot stands in$/)
  assert.ok(screen.getByTitle('offline, a bot plays'))
  assert.ok(screen.getByTestId('stand-in-1'))
})

test('a guest without a name, and a bot, are called in the words of who reads', async () => {
  await speak('nl')
  seat(1, viewOf('turned'), { players: { 1: { name: 'Guest 17' } } })
  assert.match(details(), /^Gast 17, 5 kaarten in de hand$/)
})

test('who has just lost the line is said to be offline, by a grey ring too', () => {
  const person = { bot: false, person: 'bea', connected: false }
  seat(1, viewOf('turned'), { players: { 1: person } })
  assert.ok(screen.getByTitle('offline'))
  assert.ok(document.querySelector('.portrait.away'))
})

test('for whom a bot plays while they look on is not called offline', () => {
  const person = { bot: false, person: 'bea', connected: true, stand_in: true }
  seat(1, viewOf('turned'), { players: { 1: person } })
  assert.equal(screen.getAllByTitle('a bot stands in').length, 2)
  assert.equal(screen.queryByTitle(/offline/), null)
})

test('everybody has a face', () => {
  seat(1, viewOf('turned'))
  assert.ok(document.querySelector('[data-seat="1"] svg.avatar'))
})

test('the seat whose turn it is stands out', () => {
  const view = viewOf('passed')
  seat(1, view)
  assert.ok(document.querySelector('[data-seat="1"].turn'))
})

test('a name cannot turn the words around it', () => {
  seat(1, viewOf('turned'), { players: { 1: { name: 'שרה' } } })
  assert.equal(screen.getByText(isolated('שרה')).tagName, 'BDI')
})

// --- what is said --------------------------------------------------------------------------------

test('a bid stands at the seat until the auction is over', () => {
  seat(3, viewOf('coinche-ninety'))
  assert.equal(words('speech-3'), '90 90 hearts')
})

test('so does a pass', () => {
  seat(0, viewOf('coinche-out-of-turn'))
  assert.equal(words('speech-0'), 'Pass')
})

test('and a double', () => {
  seat(1, viewOf('coinche-doubled'))
  assert.equal(words('speech-1'), 'Double')
})

test('what was just said is in a bubble', () => {
  seat(1, viewOf('lead'), { bubbles: [{ event: 'took', seat: 1, trump: 'H', round: 2 }] })
  assert.equal(words('speech-1'), 'Hearts!')
})

test('belote is said with the card', () => {
  seat(1, viewOf('lead'), {
    bubbles: [{ event: 'card_played', seat: 1, card: 'KH', said: 'belote' }],
  })
  assert.equal(words('speech-1'), 'Belote!')
})

test.each([
  [{ phrase: 'well_played' }, 'Well played!'],
  [{ text: 'a brave <b>lead</b>' }, 'a brave <b>lead</b>'],
])('chat is shown as text: %o', (chat, shown) => {
  seat(1, viewOf('lead'), { chat })
  assert.equal(words('said-1'), shown)
})

test('a reaction is a drawing with its word', () => {
  seat(1, viewOf('lead'), { chat: { reaction: 'clap' } })
  assert.ok(within(screen.getByTestId('said-1')).getByRole('img', { name: 'Applause' }))
})

test('what has faded is gone', () => {
  seat(1, viewOf('lead'), { chat: { text: 'gone', until: 0 } })
  assert.equal(screen.queryByTestId('speech-1'), null)
})

// --- what is shown -------------------------------------------------------------------------------

test('what was announced is worth its points, and is looked at again on a tap', async () => {
  const view = viewOf('shown')
  const { kinds, shown } = view.melds.find((one) => one.seat === 1)!
  const worth = kinds.reduce((sum, kind) => sum + (kind.points ?? 0), 0)
  seat(1, view)
  const button = screen.getByRole('button', {
    name: new RegExp(`^${worth}\\. Announcements, Bea: `),
  })
  assert.equal(button.getAttribute('aria-expanded'), 'false')
  assert.equal(screen.queryByTestId('shown-1'), null)
  await user.click(button)
  assert.equal(button.getAttribute('aria-expanded'), 'true')
  const laid = within(screen.getByTestId('shown-1')).getAllByRole('img')
  assert.equal(laid.length, shown.length)
  assert.match(laid[0]!.getAttribute('aria-label')!, /^.+: \w+ of \w+(, \w+ of \w+)+$/)
})

test('an announcement that was not shown counts nothing, and has no button', () => {
  const view = viewOf('shown')
  const melds = view.melds.map((one) => ({ ...one, lost: true }))
  seat(1, { ...view, melds })
  assert.deepEqual(
    screen.getAllByRole('button').map((button) => button.dataset.testid),
    ['seat-1'],
  )
})

test('the rest that is claimed lies open, and is said', () => {
  const cards = ['AS', 'TS', 'KS']
  seat(1, viewOf('fourth'), { bubbles: [{ event: 'rest_claimed', seat: 1, cards }] })
  const name = 'The rest is mine!: ace of spades, ten of spades, king of spades'
  assert.equal(screen.getByRole('img', { name }).children.length, 3)
  assert.equal(words('speech-1'), 'The rest is mine!')
})

test('a claim whose hand is shown to others is said without cards', () => {
  seat(1, viewOf('fourth'), { bubbles: [{ event: 'rest_claimed', seat: 1, cards: [] }] })
  assert.equal(screen.queryByRole('img', { name: /The rest is mine/ }), null)
  assert.equal(words('speech-1'), 'The rest is mine!')
})

// --- the clock -----------------------------------------------------------------------------------

const clock = (left: number, bank = 0): Timing => ({
  seat: 1,
  left,
  banks: [0, bank, 0, 0],
  paused: false,
  more: 0,
  received: Date.now(),
  full: 15,
})

test('the last seconds are figures', () => {
  vi.useFakeTimers({ now: 0 })
  try {
    seat(1, viewOf('passed'), { clock: clock(7.5) })
    assert.equal(screen.getByRole('timer', { name: 'Time left' }).textContent.trim(), '8')
  } finally {
    vi.useRealTimers()
  }
})

test('before them there is a ring alone; time of the bank has another colour', () => {
  vi.useFakeTimers({ now: 0 })
  try {
    seat(1, viewOf('passed'), { clock: clock(14, 60) })
    const timer = screen.getByTestId('clock-1')
    assert.equal(timer.textContent.trim(), '')
    assert.ok(timer.classList.contains('bank'))
  } finally {
    vi.useRealTimers()
  }
})

test('no clock runs at another seat', () => {
  seat(2, viewOf('passed'), { clock: clock(7) })
  assert.equal(screen.queryByRole('timer'), null)
})
