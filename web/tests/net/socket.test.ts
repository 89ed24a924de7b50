// The socket reconnects, and not too soon; against a test double of the browser's WebSocket and
// fake timers.
import assert from 'node:assert/strict'
import { test, vi } from 'vitest'
import {
  PATIENCE,
  PATIENCE_MOST,
  QUIET_AFTER,
  ReconnectingSocket,
  backoff,
  socketAddress,
} from '../../src/net/socket'
import type { FromServer } from '../../src/net/messages'

const opened: Socket[] = []

/** A browser's socket, as far as the line uses it. */
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

  send(): void {}
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

/** Count the sockets opened in so many ms, each closed with `code` after the message `first`. */
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

/** A line, and what it told of itself; it is closed, and time is real again, once `work` is done. */
function withLine(work: (reported: string[]) => void): void {
  opened.length = 0
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', Socket)
  const reported: string[] = []
  const socket = new ReconnectingSocket('ws://here/ws', {
    connected: () => reported.push('connected'),
    received: () => {},
    disconnected: () => reported.push('disconnected'),
    slow: (overdue) => reported.push(overdue ? 'slow' : 'quick'),
  })
  opened[0]?.open()
  work(reported)
  socket.close()
  const were = opened.length
  vi.advanceTimersByTime(60_000)
  assert.equal(opened.length, were)
  vi.useRealTimers()
}

test('a connection that died silently is given up', () => {
  withLine((reported) => {
    vi.advanceTimersByTime(8000)
    opened[0]?.say({ type: 'pong' })
    vi.advanceTimersByTime(8000)
    assert.ok(!reported.includes('disconnected'))
    vi.advanceTimersByTime(4000)
    assert.equal(reported.filter((it) => it === 'disconnected').length, 1)
  })
})

test('a server that stands still is left for one that answers, within three and a half seconds', () => {
  withLine((reported) => {
    vi.advanceTimersByTime(QUIET_AFTER + PATIENCE)
    assert.ok(QUIET_AFTER + PATIENCE <= 3500)
    assert.equal(opened.length, 2)
    assert.deepEqual(reported, ['connected', 'slow'])
    opened[1]?.open()
    assert.deepEqual(reported, ['connected', 'slow', 'quick', 'disconnected', 'connected'])
    opened[0]?.say({ type: 'pong' })
    opened[1]?.say({ type: 'pong' })
    vi.advanceTimersByTime(QUIET_AFTER)
    assert.equal(opened.length, 2)
  })
})

test('where the first that is tried does not answer either, the next is', () => {
  withLine((reported) => {
    vi.advanceTimersByTime(QUIET_AFTER + 3 * PATIENCE)
    assert.equal(opened.length, 3)
    opened[1]?.open()
    assert.equal(reported.at(-1), 'slow')
    opened[2]?.open()
    assert.equal(reported.at(-1), 'connected')
  })
})

test('a line whose answers are slow is kept, and soon no other is tried', () => {
  withLine((reported) => {
    for (let answers = 0; answers < 20; answers++) {
      vi.advanceTimersByTime(QUIET_AFTER + 2500)
      opened[0]?.say({ type: 'pong' })
      assert.equal(opened.length, 2)
    }
    assert.ok(!reported.includes('disconnected'))
    vi.advanceTimersByTime(QUIET_AFTER + 5000)
    assert.equal(opened.length, 3)
  })
})

test('a line that was slow once is watched as closely as before when it has been quick for long', () => {
  withLine(() => {
    vi.advanceTimersByTime(QUIET_AFTER + 8000)
    for (let answers = 0; answers < 20; answers++) {
      opened[0]?.say({ type: 'pong' })
      vi.advanceTimersByTime(QUIET_AFTER + 100)
    }
    opened[0]?.say({ type: 'pong' })
    const were = opened.length
    vi.advanceTimersByTime(QUIET_AFTER + PATIENCE)
    assert.equal(opened.length, were + 1)
  })
})

test('a server that stands still soon after an outage is left before a bot substitutes', () => {
  withLine((reported) => {
    vi.advanceTimersByTime(QUIET_AFTER + 8500)
    opened[0]?.say({ type: 'pong' })
    const were = opened.length
    vi.advanceTimersByTime(QUIET_AFTER + PATIENCE_MOST)
    assert.equal(opened.length, were + 1)
    assert.ok(QUIET_AFTER + PATIENCE_MOST < 10_000)
    opened.at(-1)?.open()
    assert.equal(reported.at(-1), 'connected')
  })
})

test('a line on which something is said is not asked whether it stands', () => {
  const send = vi.spyOn(Socket.prototype, 'send')
  withLine(() => {
    for (let said = 0; said < 4; said++) {
      vi.advanceTimersByTime(QUIET_AFTER - 100)
      opened[0]?.say({ type: 'pong' })
    }
    assert.equal(send.mock.calls.length, 0)
    vi.advanceTimersByTime(QUIET_AFTER)
    assert.equal(send.mock.calls.length, 1)
  })
  send.mockRestore()
})

test('whatever a page hears, it says something every ten seconds', () => {
  const send = vi.spyOn(Socket.prototype, 'send')
  withLine(() => {
    for (let now = 0; now < 61_000; now += 1000) {
      vi.advanceTimersByTime(1000)
      opened[0]?.say({ type: 'pong' })
    }
    assert.equal(send.mock.calls.length, 6)
  })
  send.mockRestore()
})

test('the address of a socket names its table', () => {
  const page = { protocol: 'https:', host: 'club.example' }
  assert.equal(socketAddress(page), 'wss://club.example/ws')
  assert.equal(socketAddress(page, 'a-b_C'), 'wss://club.example/ws?table=a-b_C')
})
