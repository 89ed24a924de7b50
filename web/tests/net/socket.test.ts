// Does the page come back to its table, and not too soon? The line against a browser's socket and clock.
import assert from 'node:assert/strict'
import { test, vi } from 'vitest'
import { ReconnectingSocket, backoff } from '../../src/net/socket'
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
