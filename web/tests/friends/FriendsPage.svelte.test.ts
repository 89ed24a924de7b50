// The page of friends: requests are answered there, and friends who are at a table can be joined.
import assert from 'node:assert/strict'
import { render, screen, within } from '@testing-library/svelte'
import { beforeEach, test, vi } from 'vitest'
import { me } from '../../src/account/me.svelte'
import { forgetFriends, friends } from '../../src/friends/friends.svelte'
import { EMPTY } from '../../src/friends/lists'
import FriendsPage from '../../src/friends/FriendsPage.svelte'
import Live from '../../src/friends/Live.svelte'
import { answered, network } from '../../src/net/network.svelte'
import type { Friends } from '../../src/net/messages'
import { newUser, speak } from '../support/table'

const user = newUser()
const ODETTE = { person: 'odette', name: 'Odette', since: 1, portrait: 0 }
let lists: Friends = EMPTY
let asked: string[] = []

beforeEach(async () => {
  answered(true)
  await speak()
  forgetFriends()
  asked = []
  lists = EMPTY
  me.now = { id: 'ann', name: 'Ann', account: true, role: '', settings: {}, portrait: 0 }
  vi.stubGlobal('fetch', (path: string, { method = 'GET' }: RequestInit = {}) => {
    asked.push(`${method} ${path}`)
    const answers: Record<string, unknown> = {
      '/api/me': me.now,
      '/api/friends': lists,
      '/api/friends/partners': { recent: [], pairs: [] },
      '/api/friends/settings': { presence: 'friends', findable: false, asked: 'anyone' },
    }
    const body = method === 'GET' ? (answers[path] ?? []) : null
    return Promise.resolve(new Response(body === null ? null : JSON.stringify(body)))
  })
  vi.stubGlobal(
    'WebSocket',
    class {
      close() {}
    },
  )
})

test('without a network it says so', async () => {
  me.now = null
  network.offline = true
  render(FriendsPage)
  await screen.findByTestId('without-network')
})

test('a friend at a table can be joined, and one who is away cannot', async () => {
  const friend = {
    person: 'bo',
    name: 'Bo',
    state: 'away',
    table: '',
    may: '',
    portrait: 0,
  } as const
  const here = {
    person: 'cy',
    name: 'Cy',
    state: 'table',
    table: 'T1',
    may: 'join',
    portrait: 0,
  } as const
  lists = { ...EMPTY, friends: [friend, here] }
  render(FriendsPage)
  const rows = await screen.findAllByTestId('person')
  assert.deepEqual(
    rows.map((row) => within(row).queryByTestId('go')?.getAttribute('href') ?? null),
    ['#/table/T1', null],
  )
  assert.match(rows[1]!.textContent, /Bo.*away/)
})

test('a request is accepted with one tap', async () => {
  lists = { ...EMPTY, requests: [ODETTE] }
  render(FriendsPage)
  await user.click(await screen.findByRole('button', { name: 'Accept' }))
  assert.ok(asked.includes('PUT /api/friends/odette'))
})

test('news of an invitation says who and leads to the table', async () => {
  lists = { ...EMPTY, invitations: [{ person: 'bo', name: 'Bo', table: 'T2', at: 1, portrait: 0 }] }
  render(Live, { page: 'start', about: '' })
  await vi.waitFor(() => assert.equal(friends.loaded, true))
  assert.equal(screen.queryByTestId('friend-news'), null, 'what was there before is no news')
  friends.news = 'invitation'
  const note = await screen.findByTestId('friend-news')
  assert.match(note.textContent, /Bo invites you to a table/)
  assert.equal(within(note).getByTestId('news-join').getAttribute('href'), '#/table/T2')
  await user.click(within(note).getByRole('button', { name: 'Close' }))
  assert.equal(screen.queryByTestId('friend-news'), null)
})

test('who has no account is offered a table by a link', async () => {
  me.now = null
  render(FriendsPage)
  const begin = await screen.findByTestId('start-playing')
  within(begin).getByRole('button', { name: 'Play with friends' })
  screen.getByRole('link', { name: 'Create an account' })
})
