// No command is lost with a connection, or sent twice; a game against a WebSocket server in the
// same process.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'vitest'
import type { Action } from '../../src/net/messages'
import type { Game } from '../../src/table/game.svelte'
import { openPage, type Page } from '../support/page'
import { Server, until, type Connection } from '../support/server'
import { START, played, update } from '../support/updates'

let server: Server
let page: Page
let game: Game

beforeEach(async () => {
  server = await Server.start()
  page = openPage(server.location)
  const { Game } = await import('../../src/table/game.svelte')
  game = new Game('T1')
})

afterEach(async () => {
  game.close()
  await server.stop()
})

const MY_TURN = { to_act: 0, legal: START.legal }
const ACE: Action = { do: 'play', card: 'AS', announce: [], belote: false }

/** Return the first connection, with the game at version 10 and my turn. */
async function atTheTable(): Promise<Connection> {
  const first = await server.connection(1)
  assert.deepEqual(await first.next('join'), {
    type: 'join',
    table: 'T1',
    since: null,
    watch: null,
    protocol: 2,
  })
  first.send(update(null, 10, [], MY_TURN))
  await until(() => game.free)
  return first
}

test('what was not acknowledged is sent again on the next connection, with the same id', async () => {
  const first = await atTheTable()
  game.act(ACE)
  const act = await first.next('act')
  first.cut()

  const second = await server.connection(2)
  assert.equal((await second.next('join')).since, 10)
  assert.deepEqual(await second.next('act'), act)
  assert.deepEqual(act, { type: 'act', id: act.id, expect: 10, action: ACE })
  assert.ok(act.id.length >= 16)
})

test('two commands have two ids', async () => {
  const first = await atTheTable()
  game.act(ACE)
  const { id } = await first.next('act')
  first.send({ type: 'refused', id, code: 'must-follow', message: '', rule: '', version: 10 })
  await until(() => game.free)
  game.act(ACE)
  assert.notEqual((await first.next('act')).id, id)
})

test('what was acknowledged is not sent again', async () => {
  const first = await atTheTable()
  game.act(ACE)
  const { id } = await first.next('act')
  first.send({ type: 'ack', id, version: 11 })
  first.send(update(10, 11, [played(0, 'AS')], { hand: ['7H'] }))
  await until(() => game.state.pending === null)
  first.cut()

  const second = await server.connection(2)
  assert.equal((await second.next('join')).since, 11)
  second.send(update(11, 12, [played(1, '7S')], { hand: ['7H'] }))
  await until(() => game.state.connection === 'up')
  game.say({ phrase: 'hello' })
  await second.next('say')
  assert.deepEqual(
    second.received.filter(({ type }) => type === 'act'),
    [],
  )
})

test('a seat command given before the last one is acknowledged is sent after it, once', async () => {
  const first = await atTheTable()
  game.arrange({ type: 'sit', seat: 1 })
  const { id } = await first.next('sit')
  first.send(update(10, 11, [], MY_TURN))
  await until(() => game.state.version === 11)
  game.arrange({ type: 'stand' })
  game.arrange({ type: 'stand' })
  first.send({ type: 'ack', id, version: 11 })
  const stand = await first.next('stand')
  first.send({ type: 'ack', id: stand.id, version: 11 })
  await until(() => game.state.pending === null)
  game.say({ phrase: 'hello' })
  await first.next('say')
  assert.equal(first.received.filter(({ type }) => type === 'stand').length, 1)
})

test('a seat command that waits is not sent on another connection', async () => {
  const first = await atTheTable()
  game.arrange({ type: 'sit', seat: 1 })
  const { id } = await first.next('sit')
  game.arrange({ type: 'stand' })
  first.cut()
  const second = await server.connection(2)
  await second.next('sit')
  second.send(update(10, 11, [], MY_TURN))
  second.send({ type: 'ack', id, version: 11 })
  await until(() => game.state.pending === null)
  game.say({ phrase: 'hello' })
  await second.next('say')
  assert.deepEqual(
    second.received.filter(({ type }) => type === 'stand'),
    [],
  )
})

test('an acknowledgement of something else settles nothing', async () => {
  const first = await atTheTable()
  game.act(ACE)
  const { id } = await first.next('act')
  first.send({ type: 'ack', id: 'another', version: 10 })
  first.send({ type: 'ack', id, version: 11 })
  await until(() => game.state.acked === 11)
  assert.equal(game.state.pending?.id, id)
  assert.equal(game.free, false)
})

test('what was missed is asked for, once, and taken over as it is', async () => {
  const first = await atTheTable()
  first.send(update(12, 13, [played(2, '8S')], MY_TURN))
  assert.deepEqual(await first.next('since'), { type: 'since', version: 10 })
  assert.equal(game.state.resyncing, true)
  assert.equal(game.state.version, 10)

  first.send(update(10, 13, [played(0, 'AS'), played(1, '7S'), played(2, '8S')], MY_TURN))
  await until(() => game.state.version === 13)
  assert.deepEqual(game.state.steps, [])
  assert.ok(game.free)
  game.say({ phrase: 'hello' })
  await first.next('say')
  assert.equal(first.received.filter(({ type }) => type === 'since').length, 1)
})

test('the network is back: the table is joined at once, however long the wait would be', async () => {
  const first = await atTheTable()
  first.close(4429)
  await until(() => game.state.connection === 'down')
  assert.equal(game.free, false)
  page.window.dispatchEvent(new Event('online'))

  const second = await server.connection(2)
  await second.next('join')
  second.send(update(10, 10, [], MY_TURN))
  await until(() => game.free)
})

test('a page that is looked at again asks what happened since', async () => {
  const first = await atTheTable()
  page.document.visibilityState = 'hidden'
  page.document.dispatchEvent(new Event('visibilitychange'))
  page.document.visibilityState = 'visible'
  page.document.dispatchEvent(new Event('visibilitychange'))
  assert.deepEqual(await first.next('since'), { type: 'since', version: 10 })
  assert.equal(first.received.filter(({ type }) => type === 'since').length, 1)
})

test('a server that speaks another protocol is told to the page, which gives the table up', async () => {
  const first = await server.connection(1)
  const refused = { type: 'refused', id: null, message: '', rule: '', version: 0 } as const
  first.send({ ...refused, code: 'other-protocol' })
  await until(() => game.state.lost)
  assert.equal(game.state.lost, 'other-protocol')
})

test('who leaves the table is not connected again', async () => {
  const first = await atTheTable()
  game.close()
  await until(() => !first.open)
  page.window.dispatchEvent(new Event('online'))
  assert.equal(server.connections.length, 1)
})

const BID = { seat: 1, round: 1, trump: 'S' as const, value: 90, said: '' as const }
const PASS = { ...BID, seat: 2, trump: null, value: null }
/** Seat 1 has bid, and I may double although it is the turn of another. */
const MAY_DOUBLE = {
  phase: 'bidding' as const,
  contract: null,
  standing: { attacker: 1, trump: 'S' as const, value: 90, stake: 1 },
  to_act: 2,
  legal: null,
  calls: [BID],
  may: { ...START.may, calls: [{ do: 'double' as const }] },
}
const LATE = { type: 'refused', code: 'stale', message: '', rule: '', version: 11 } as const

async function mayDouble(): Promise<Connection> {
  const first = await server.connection(1)
  await first.next('join')
  first.send(update(null, 10, [], MAY_DOUBLE))
  await until(() => game.state.version === 10)
  game.interject({ do: 'double' })
  return first
}

test('a double that came too late is made once more where the same bid still stands', async () => {
  const first = await mayDouble()
  const { id, expect } = await first.next('act')
  assert.equal(expect, 10)
  first.send({ ...LATE, id })
  await first.next('since')
  assert.equal(game.state.notice, null)
  first.send(update(10, 11, [], { ...MAY_DOUBLE, to_act: 3, calls: [BID, PASS] }))
  const again = await first.next('act')
  assert.deepEqual([again.expect, again.action], [11, { do: 'double' }])
  first.send({ ...LATE, id: again.id })
  await until(() => game.state.pending === null)
  assert.notEqual(again.id, id)
})

test('a double is not made of another bid than the one that was seen', async () => {
  const first = await mayDouble()
  const { id } = await first.next('act')
  first.send({ ...LATE, id })
  await first.next('since')
  const higher = { ...BID, value: 100 }
  const standing = { ...MAY_DOUBLE.standing, value: 100 }
  first.send(update(10, 11, [], { ...MAY_DOUBLE, standing, calls: [BID, higher] }))
  await until(() => game.state.notice?.code === 'stale')
  assert.equal(game.state.pending, null)
  assert.equal(first.received.filter(({ type }) => type === 'act').length, 1)
})

test('words said between deals are unread at once, for the settlement covers the seats', async () => {
  const first = await atTheTable()
  const said = {
    type: 'said',
    seat: 2,
    name: 'Bruno',
    person: 'p2',
    phrase: '',
    reaction: '',
  } as const
  first.send({ ...said, text: 'Bien joué !' })
  await until(() => game.state.chat.length === 1)
  assert.equal(game.unread, false)

  first.send(update(10, 11, [], { phase: 'deal_over', to_act: null, legal: null }))
  await until(() => game.state.scene?.view.phase === 'deal_over')
  assert.equal(game.unread, true)
  game.chatRead()
  assert.equal(game.unread, false)
})
