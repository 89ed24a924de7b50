// Who gives a hint at a table of the server: the device that has the kernel and is fast enough.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import type { Thought } from '../../src/net/messages'
import type { FromWorker, LocalRequest, ToWorker } from '../../src/offline/protocol'
import { hintHere } from '../../src/offline/hints'
import { endLessons } from '../../src/offline/localLessons'
import type { Game } from '../../src/table/game.svelte'
import { inClientWithKernel } from '../support/kernel'
import { openPage } from '../support/page'
import { Server, until, type Connection } from '../support/server'
import { START, update } from '../support/updates'

declare const __OFFLINE_SET__: { sources: string } | null

const THOUGHT: Thought = {
  action: { do: 'play', card: 'AS', announce: [], belote: false },
  code: 'only',
  values: {},
  worth: {},
  intervals: {},
}

let server: Server
let game: Game | undefined
/** The requests to workers, and what becomes of one for a hint. */
let requests: LocalRequest[]
let fate: 'answered' | 'dies' | 'hangs'

class FakeWorker {
  onmessage: ((event: { data: FromWorker }) => void) | null = null
  onerror: (() => void) | null = null

  postMessage(message: ToWorker): void {
    if (message.do !== 'teach') return
    const { number, asked } = message
    requests.push(asked)
    if (asked.of === 'hint' && fate === 'hangs') return
    queueMicrotask(() => {
      if (asked.of === 'hint' && fate === 'dies') return this.onerror?.()
      this.onmessage?.({ data: { reported: 'taught', number, answer: { answer: THOUGHT } } })
    })
  }

  terminate(): void {
    this.onmessage = null
  }
}

const measured = (milliseconds: number): void =>
  localStorage.setItem(
    'rebelote.speed',
    JSON.stringify({ of: __OFFLINE_SET__?.sources, milliseconds }),
  )

beforeEach(async () => {
  server = await Server.start()
  openPage(server.location)
  vi.stubGlobal('window', globalThis)
  vi.stubGlobal('Worker', FakeWorker)
  vi.stubGlobal('caches', { match: () => Promise.resolve(new Response('')) })
  vi.stubGlobal('navigator', { languages: ['en'], serviceWorker: {} })
  endLessons()
  requests = []
  fate = 'answered'
  measured(200)
})

afterEach(async () => {
  game?.close()
  game = undefined
  await server.stop()
})

const VIEW = { to_act: 0, legal: START.legal }

/** Return the line of a table at which it is my turn. */
async function atTheTable(): Promise<Connection> {
  const { Game } = await import('../../src/table/game.svelte')
  game = new Game('T1')
  const line = await server.connection(1)
  await line.next('join')
  line.send(update(null, 10, [], VIEW))
  await until(() => game?.free)
  return line
}

/** The same where the worker of the page has started, and the first hint was asked for. */
async function asking(): Promise<{ line: Connection; id: string }> {
  const { askLocally } = await import('../../src/offline/localLessons')
  await askLocally({ of: 'speed' })
  const line = await atTheTable()
  game?.hint()
  const { id, on_device } = await line.next('hint')
  assert.equal(on_device, true)
  return { line, id }
}

inClientWithKernel(
  'a device that is ready gives the hint of the position that it is sent',
  async () => {
    const { line, id } = await asking()
    const view = { ...START, tricks: [] }
    line.send({ type: 'hint_position', id, version: 10, view })
    await until(() => game?.state.hint !== 'asked')
    assert.deepEqual(game?.state.hint, THOUGHT)
    assert.deepEqual(requests.at(-1), { of: 'hint', seed: 10, view })
    assert.equal(line.received.filter(({ type }) => type === 'hint').length, 1)
  },
)

inClientWithKernel('the server gives the first, and the device is woken for the next', async () => {
  const line = await atTheTable()
  game?.hint()
  const { id, on_device } = await line.next('hint')
  assert.equal(on_device, undefined)
  assert.deepEqual(requests, [{ of: 'speed' }])
  line.send({ type: 'hinted', id, version: 10, thought: THOUGHT })
  await until(() => game?.state.hint !== 'asked')
  game?.hint()
  assert.equal((await line.next('hint')).on_device, true)
})

inClientWithKernel('a slow device asks the server', async () => {
  measured(5000)
  const line = await atTheTable()
  game?.hint()
  assert.equal((await line.next('hint')).on_device, undefined)
  assert.deepEqual(requests, [])
})

inClientWithKernel('the server gives the hint where the worker dies', async () => {
  fate = 'dies'
  const { line, id } = await asking()
  line.send({ type: 'hint_position', id, version: 10, view: START })
  assert.deepEqual(await line.next('hint'), { type: 'hint', id, expect: 10 })
})

inClientWithKernel(
  'an older server, which cannot read the request, is asked as before',
  async () => {
    const { line, id } = await asking()
    line.send({ type: 'refused', id, code: 'malformed', message: '', rule: '', version: 10 })
    assert.deepEqual(await line.next('hint'), { type: 'hint', id, expect: 10 })
    assert.equal(game?.state.notice, null)
    line.send({ type: 'refused', id, code: 'malformed', message: '', rule: '', version: 10 })
    await until(() => game?.state.notice)
    assert.equal(line.received.filter(({ type }) => type === 'hint').length, 2)
  },
)

inClientWithKernel('who has put the hint away is given none', async () => {
  fate = 'dies'
  const { line, id } = await asking()
  game?.closeHint()
  line.send({ type: 'hint_position', id, version: 10, view: START })
  await until(() => requests.some(({ of }) => of === 'hint'))
  game?.say({ phrase: 'hello' })
  await line.next('say')
  assert.equal(game?.state.hint, null)
  assert.equal(line.received.filter(({ type }) => type === 'hint').length, 1)
})

inClientWithKernel('a device that hangs is asked no more', async () => {
  const { askLocally } = await import('../../src/offline/localLessons')
  await askLocally({ of: 'speed' })
  fate = 'hangs'
  vi.useFakeTimers()
  const hint = hintHere(START, 10)
  await vi.waitUntil(() => requests.some(({ of }) => of === 'hint'))
  await vi.advanceTimersByTimeAsync(5000)
  vi.useRealTimers()
  expect(await hint).toBeNull()
  expect(localStorage.getItem('rebelote.speed')).toContain('null')
})
