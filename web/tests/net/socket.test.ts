// The socket reconnects, and not too soon; against a test double of the browser's WebSocket and
// fake timers.
import assert from 'node:assert/strict'
import { test, vi } from 'vitest'
import { ReconnectingSocket, backoff, socketAddress } from '../../src/net/socket'
import type { FromServer } from '../../src/net/messages'

const opened: Socket[] = []

/** What a browser has for a socket, as far as the line uses it. */
class Socket {
  static readonly CONNECTING = 0
  static readonly OPEN = 1
  readyState = Socket.CONNECTING
  onopen: (() => void) | null = null
  onmessage: ((frame: { data: string }) => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null

  constructor() {
    opened.push(this)
  }

  readonly sent: string[] = []

  send(text: string): void {
    this.sent.push(text)
  }

  close(): void {}

  open(): void {
    this.readyState = Socket.OPEN
    this.onopen?.()
  }

  say(message: Partial<FromServer>): void {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
}

const REFUSED = {
  type: 'refused',
  id: null,
  code: 'too-many-sockets',
  message: '',
  rule: '',
  version: 0,
} as const

/** How many sockets were opened in so many ms, where each is closed with `code` after `first` was said. */
function tries(code: number, first: Partial<FromServer>, within: number): number {
  opened.length = 0
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', Socket)
  const socket = new ReconnectingSocket('ws://here/ws', {
    connected: () => {},
    received: () => {},
    disconnected: () => {},
  })
  for (let now = 0, seen = 0; now < within; now += 50) {
    for (; seen < opened.length; seen++) {
      opened[seen]?.open()
      opened[seen]?.say(first)
      opened[seen]?.onclose?.({ code })
    }
    vi.advanceTimersByTime(50)
  }
  socket.close()
  vi.useRealTimers()
  return opened.length
}

test('who is turned away waits long before the next try', () => {
  assert.equal(backoff(0, 4429), 30_000)
  assert.ok(tries(4429, REFUSED, 60_000) <= 5)
})

test('a line that is refused again and again is tried ever more rarely', () => {
  assert.ok(tries(4401, REFUSED, 60_000) <= 20)
  assert.ok(tries(1006, REFUSED, 60_000) <= 20)
})

test('a line that was good comes back at once', () => {
  assert.ok(backoff(0, 1012) < 1000)
  assert.ok(tries(1012, { type: 'pong' }, 10_000) >= 10)
})

test('each attempt waits twice as long as the one before, up to a limit', () => {
  const waits = [0, 1, 2, 3, 4, 5, 20].map((attempts) => backoff(attempts, 1006))
  assert.deepEqual(waits, [400, 800, 1600, 3200, 6400, 8000, 8000])
})

test('a connection that died silently is replaced', () => {
  opened.length = 0
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', Socket)
  const disconnected = vi.fn()
  const socket = new ReconnectingSocket('ws://here/ws', {
    connected: () => {},
    received: () => {},
    disconnected,
  })
  opened[0]?.open()
  vi.advanceTimersByTime(8000)
  opened[0]?.say({ type: 'pong' })
  vi.advanceTimersByTime(8000)
  assert.equal(disconnected.mock.calls.length, 0)
  vi.advanceTimersByTime(4000)
  assert.equal(disconnected.mock.calls.length, 1)
  assert.equal(opened.length, 2)
  socket.close()
  vi.advanceTimersByTime(60_000)
  assert.equal(opened.length, 2)
  vi.useRealTimers()
})

/** How many pings are sent in a minute in which `said` is received every so many ms. */
function pings(every: number, said: Partial<FromServer>): number {
  opened.length = 0
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', Socket)
  const socket = new ReconnectingSocket('ws://here/ws', {
    connected: () => {},
    received: () => {},
    disconnected: () => {},
  })
  opened[0]?.open()
  for (let now = 0; now < 60_000; now += every) {
    vi.advanceTimersByTime(every)
    opened[0]?.say(said)
  }
  socket.close()
  vi.useRealTimers()
  return opened[0]?.sent.filter((text) => text === '{"type":"ping"}').length ?? 0
}

test('whatever is received stands for the answer to a ping, but the server hears from every page', () => {
  assert.equal(pings(2000, { type: 'update' }), 6)
  assert.equal(pings(4000, { type: 'update' }), 15)
})

test('on a silent line a ping is sent every two and a half seconds', () => {
  assert.equal(pings(2500, { type: 'pong' }), 24)
})

test('the address of a socket names its table', () => {
  const page = { protocol: 'https:', host: 'club.example' }
  assert.equal(socketAddress(page), 'wss://club.example/ws')
  assert.equal(socketAddress(page, 'a-b_C'), 'wss://club.example/ws?table=a-b_C')
})
