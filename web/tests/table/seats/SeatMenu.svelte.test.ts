// The menu of a seat: who may sit there, what its host may do, and whom one would rather not hear.
import assert from 'node:assert/strict'
import { render, screen, waitFor } from '@testing-library/svelte'
import { beforeEach, test, vi } from 'vitest'
import { me } from '../../../src/account/me.svelte'
import type { Player, Update, View } from '../../../src/net/messages'
import SeatMenu from '../../../src/table/seats/SeatMenu.svelte'
import { answering } from '../../support/answers'
import { viewOf } from '../../support/positions'
import { bringing, listener, playersAt, sitDown, newUser, speak } from '../../support/table'

const user = newUser()

beforeEach(async () => {
  await speak()
  me.relations = []
})

const FREE: Partial<Player> = { bot: false, name: '' }
const BEA: Partial<Player> = { bot: false, person: 'bea' }
const { terms } = bringing(viewOf('won'))

interface MenuOptions {
  seat?: number
  view?: View
  players?: Record<number, Partial<Player>>
  between?: boolean
  update?: Partial<Update>
}

async function open({ seat = 1, view = viewOf('won'), between = true, ...more }: MenuOptions = {}) {
  const players = playersAt(view, more.players)
  const { game, line } = await sitDown(view, { players, ...more.update })
  const onsit = vi.fn<(seat: number) => void>()
  const onclose = vi.fn()
  render(SeatMenu, { game, seat, at: listener(view, players), between, onsit, onclose })
  return { game, line, onsit, onclose }
}

const names = () =>
  screen
    .getAllByRole('button')
    .map((one) => one.getAttribute('aria-label') ?? one.textContent.trim())
    .filter((name) => name !== 'Close')
const press = (name: string) => user.click(screen.getByRole('button', { name }))

test('of a bot the host is offered everything', async () => {
  await open({ players: { 1: { level: 'club' } } })
  assert.ok(screen.getByRole('dialog', { name: 'Bea' }))
  assert.ok(screen.getByText('bot: Club player'))
  assert.deepEqual(names(), [
    'Move here',
    'Put a bot here',
    'Free the seat',
    'Swap seats with me',
    'Swap seats with Cas',
    'Swap seats with Dov',
  ])
})

test('a bot is introduced by its character', async () => {
  await open({ players: { 1: { name: 'Lucien', level: 'club' } } })
  assert.ok(screen.getByText(/^Counts the trumps under his breath\.$/))
})

test('a bot of another level is put there', async () => {
  const { line, onclose } = await open()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Bot level' }), 'expert')
  await press('Put a bot here')
  const { seat, level } = await line.next('seat_bot')
  assert.deepEqual([seat, level], [1, 'expert'])
  assert.equal(onclose.mock.calls.length, 1)
})

test('seats are swapped', async () => {
  const { line } = await open()
  await press('Swap seats with Dov')
  assert.deepEqual((await line.next('swap')).seats, [1, 3])
})

test('a seat is freed', async () => {
  const { line } = await open()
  await press('Free the seat')
  assert.equal((await line.next('unseat')).seat, 1)
})

test('one moves there oneself', async () => {
  const { onsit, onclose } = await open()
  await press('Move here')
  assert.deepEqual([onsit.mock.calls, onclose.mock.calls.length], [[[1]], 1])
})

test('a free seat says so, and others can be brought there', async () => {
  await open({ players: { 1: FREE } })
  assert.ok(screen.getByRole('dialog', { name: 'Free seat' }))
  assert.deepEqual(names(), ['Move here', 'Put a bot here', 'Move Cas here', 'Move Dov here'])
})

test('who is no host changes nothing', async () => {
  await open({ update: { host: false } })
  assert.deepEqual(names(), ['Move here'])
})

test('nor does anybody during a match', async () => {
  await open({ view: viewOf('follow'), between: false })
  assert.deepEqual(names(), [])
})

test('who looks on may take the place of a bot, or watch its hand', async () => {
  const update = { terms: { ...terms, watch: 'seat' as const }, host: false }
  const { game } = await open({ view: viewOf('watched'), between: false, update })
  assert.deepEqual(names(), ['Sit down here', 'Watch this hand, one deal later'])
  await user.click(screen.getByTestId('watch'))
  assert.equal(game.watch, 1)
})

test('a person has a profile, and can be a friend, muted, blocked or reported', async () => {
  await open({ players: { 1: BEA }, update: { host: false } })
  assert.equal(screen.getByTestId('profile').getAttribute('href'), '#/profile/bea')
  assert.deepEqual(names().slice(0, 3), [
    'Add as a friend',
    'Mute: hide what they say',
    'Block: never at the same table',
  ])
  assert.ok(screen.getByTestId('report'))
})

test('whom one mutes is known from then on, and it is said', async () => {
  const requests = answering(() => null)
  await open({ players: { 1: BEA } })
  await press('Mute: hide what they say')
  const mute = await screen.findByRole('button', { name: 'Unmute' })
  assert.equal(mute.getAttribute('aria-pressed'), 'true')
  assert.match(requests.join('\n'), /PUT \/api\/me\/relations\/bea {"kind":"mute"}/)
})

test('whom one has muted is heard again, and nobody else is', async () => {
  const requests = answering(() => null)
  const about = { person: 'bea', name: 'Bea', here: true, pending: false }
  const others = { person: 'cas', name: 'Cas', here: true, pending: false, kind: 'mute' as const }
  me.relations = [{ ...about, kind: 'mute' }, { ...about, kind: 'friend' }, others]
  await open({ players: { 1: BEA } })
  await press('Unmute')
  await screen.findByRole('button', { name: 'Mute: hide what they say' })
  assert.ok(requests.length > 0)
  assert.ok(me.relations.some((one) => one.person === 'cas'))
})

test('a report says what it is about', async () => {
  const requests = answering(() => null)
  await open({ players: { 1: BEA } })
  await user.click(screen.getByTestId('report'))
  await user.type(screen.getByRole('textbox'), 'rude')
  await user.click(screen.getByTestId('send-report'))
  await waitFor(() =>
    assert.deepEqual(requests, [
      'POST /api/reports {"table":"T1","person":"bea","reason":"abuse","text":"rude"}',
    ]),
  )
})

test('at their own seat people choose their face, at others none', async () => {
  const requests = answering((request) =>
    request.includes('/relations') ? [] : { id: 'me', name: 'Ann', portrait: 3 },
  )
  me.now = { id: 'me', name: 'Ann', portrait: 0 } as typeof me.now
  try {
    await open({ seat: 0, between: false })
    await user.click(screen.getByTestId('portrait-3'))
    await waitFor(() => assert.ok(requests.includes('PUT /api/me/portrait {"portrait":3}')))
  } finally {
    me.now = null
  }
})

test('nobody has relations to themselves', async () => {
  const { update } = { update: { host: false } }
  me.now = { id: 'ann', name: 'Ann' } as typeof me.now
  try {
    await open({ seat: 0, players: { 0: { bot: false, person: 'ann' } }, update })
    assert.deepEqual(names(), [])
  } finally {
    me.now = null
  }
})

test('a bot that stands in for a person is told', async () => {
  await open({ players: { 1: { ...BEA, stand_in: true } } })
  assert.ok(screen.getByText('a bot stands in'))
})
