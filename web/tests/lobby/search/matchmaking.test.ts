// A search is one search, however often its connection is lost; against a WebSocket server in the
// same process.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test, vi } from 'vitest'
import { digest } from '../../../src/fairness/packs'
import { storageKey } from '../../../src/fairness/commitment'
import { loadFromTab } from '../../../src/lib/storage'
import { Matchmaking } from '../../../src/lobby/search/matchmaking.svelte'
import type { Seeking } from '../../../src/net/messages'
import { openPage } from '../../support/page'
import { Server, until } from '../../support/server'

const WANTED = { preset: 'french', pace: 'normal', party: '' } as const
const SEEKING: Seeking = {
  type: 'seeking',
  waited: 3,
  waits: 12,
  here: 2,
  with_bots_in: 20,
  rated: true,
  neighbours: 0,
}

const CANCELLED = { type: 'ack', id: '', version: 0 } as const

let server: Server
let search: Matchmaking
const result = vi.fn<(table: string) => void>()

beforeEach(async () => {
  server = await Server.start()
  openPage(server.location)
  result.mockReset()
  search = new Matchmaking(WANTED, result)
})

afterEach(async () => {
  search.stop()
  for (const open of server.connections.filter((it) => it.open)) open.send(CANCELLED)
  await server.stop()
})

test('what is wanted is told, and how the search stands is shown', async () => {
  const first = await server.connection(1)
  const seek = await first.next('seek')
  assert.deepEqual(seek, { type: 'seek', id: seek.id, digest: seek.digest, ...WANTED })
  assert.equal(search.state, null)
  first.send(SEEKING)
  await until(() => search.state)
  assert.deepEqual(search.state, SEEKING)
})

test('a search goes on over a lost connection, with the same commitment for the first pack', async () => {
  const first = await server.connection(1)
  const { digest: committed } = await first.next('seek')
  first.send(SEEKING)
  await until(() => search.state)
  first.cut()
  await until(() => search.state === null)
  const second = await server.connection(2)
  assert.equal((await second.next('seek')).digest, committed)
})

test('a table ends the search, and the nonce that was committed to is kept for it', async () => {
  const first = await server.connection(1)
  const seek = await first.next('seek')
  first.send({ type: 'matched', table: 'T1' })
  await until(() => !first.open)
  assert.deepEqual(result.mock.calls, [['T1']])
  const { next } = loadFromTab(storageKey('T1')) as { next: string }
  assert.equal(digest(next), seek.digest)
})

test('a refusal ends the search and is told', async () => {
  const first = await server.connection(1)
  const { id } = await first.next('seek')
  first.send({ type: 'refused', id, code: 'banned', message: 'No.', rule: '', version: 0 })
  await until(() => !first.open)
  assert.deepEqual(search.refused, { code: 'banned', message: 'No.' })
  assert.equal(result.mock.calls.length, 0)
})

test('who stops searching says so, and is gone once that is answered', async () => {
  const first = await server.connection(1)
  await first.next('seek')
  search.stop()
  search.stop()
  await first.next('unseek')
  assert.ok(first.open)
  first.send(CANCELLED)
  await until(() => !first.open)
  assert.equal(server.connections.length, 1)
})

test('a table that was found while one cancelled is not gone to', async () => {
  const first = await server.connection(1)
  await first.next('seek')
  search.stop()
  first.send({ type: 'matched', table: 'T1' })
  await first.next('unseek')
  first.send(CANCELLED)
  await until(() => !first.open)
  assert.equal(result.mock.calls.length, 0)
})

test('who stops while the line is down cancels once it is up', async () => {
  const first = await server.connection(1)
  await first.next('seek')
  first.cut()
  search.stop()
  const second = await server.connection(2)
  await second.next('unseek')
})
