// A WebSocket that reconnects with backoff. Browsers do not report a connection that died silently,
// so a ping looks for it once nothing has come for a while: whatever comes does as well as its answer.

import type { Link, Listener } from './link'
import type { FromClient, FromServer } from './messages'

/** Milliseconds in which nothing was received, after which a ping asks whether the line stands. */
const PING_AFTER = 2500
/** Milliseconds within which something is sent, for the server takes a silent socket for a dead one. */
const SEND_WITHIN = 10_000
const PONG_TIMEOUT = 9000
/** After so many milliseconds without an answer the line is called slow. */
export const SLOW_AFTER = 1000
const RETRY_MIN = 400
const RETRY_MAX = 8000
/** The close code of a server that asks for a longer wait. */
const TRY_LATER = 4429
const RETRY_LATER = 30_000
/** A refusal does not reset the backoff: a server that refuses every connection would be hammered otherwise. */
const resetsBackoff = (message: FromServer): boolean => message.type !== 'refused'

/** Milliseconds before the next attempt: exponential, or long at once where the server asks for it. */
export const backoff = (attempts: number, code: number): number =>
  code === TRY_LATER ? RETRY_LATER : Math.min(RETRY_MAX, RETRY_MIN * 2 ** attempts)

export class ReconnectingSocket implements Link {
  private socket: WebSocket | null = null
  private attempts = 0
  private lastReceived = 0
  private lastSent = 0
  private lastPing = 0
  private retry: ReturnType<typeof setTimeout> | undefined
  private heartbeat: ReturnType<typeof setTimeout> | undefined
  private closed = false
  private overdue: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly address: string,
    private readonly listener: Listener,
  ) {
    this.open()
    this.checkHeartbeat()
  }

  send(message: FromClient): void {
    if (this.socket?.readyState !== WebSocket.OPEN) return
    this.socket.send(JSON.stringify(message))
    this.lastSent = Date.now()
  }

  /** Send what the server answers at once: where it does not, the line is slow. */
  ask(message: FromClient): void {
    this.overdue ??= setTimeout(() => this.listener.slow?.(true), SLOW_AFTER)
    this.send(message)
  }

  private answered(): void {
    if (this.overdue === undefined) return
    clearTimeout(this.overdue)
    this.overdue = undefined
    this.listener.slow?.(false)
  }

  /** Connect without waiting, as when the page wakes or the network is back. */
  wake(): void {
    if (this.closed) return
    if (this.socket?.readyState === WebSocket.OPEN) this.ping()
    else if (this.socket?.readyState !== WebSocket.CONNECTING) this.open()
  }

  close(): void {
    this.closed = true
    clearTimeout(this.heartbeat)
    clearTimeout(this.retry)
    clearTimeout(this.overdue)
    this.detach()
  }

  private open(): void {
    clearTimeout(this.retry)
    this.detach()
    const socket = new WebSocket(this.address)
    this.socket = socket
    this.lastReceived = this.lastSent = Date.now()
    socket.onopen = () => this.listener.connected()
    socket.onmessage = (frame) => this.onFrame(String(frame.data))
    socket.onclose = (event) => this.reconnect(event.code)
  }

  private onFrame(text: string): void {
    const message = JSON.parse(text) as FromServer
    if (resetsBackoff(message)) this.attempts = 0
    this.lastReceived = Date.now()
    this.answered()
    this.listener.received(message)
  }

  private ping(): void {
    this.lastPing = Date.now()
    this.ask({ type: 'ping' })
  }

  /** When the next ping is due, unless something is received or sent before. */
  private get pingDue(): number {
    const heard = Math.max(this.lastReceived, this.lastPing)
    return Math.min(heard + PING_AFTER, Math.max(this.lastSent, this.lastPing) + SEND_WITHIN)
  }

  private checkHeartbeat(): void {
    const now = Date.now()
    if (now - this.lastReceived > PONG_TIMEOUT && this.socket) this.reconnect()
    else if (now >= this.pingDue) this.ping()
    this.heartbeat = setTimeout(() => this.checkHeartbeat(), Math.max(0, this.pingDue - now))
  }

  private reconnect(code = 0): void {
    if (this.closed) return
    this.detach()
    this.answered()
    this.listener.disconnected()
    clearTimeout(this.retry)
    this.retry = setTimeout(
      () => this.open(),
      backoff(this.attempts++, code) * (0.5 + Math.random()),
    )
  }

  private detach(): void {
    const socket = this.socket
    this.socket = null
    if (!socket) return
    socket.onopen = socket.onmessage = socket.onclose = null
    socket.close()
  }
}

/**
 * The address of this server's WebSocket. It names the table, so that a proxy before several nodes
 * can lead all who are at it to the same one.
 */
export const socketAddress = (page: Pick<Location, 'protocol' | 'host'>, table = ''): string => {
  const address = `${page.protocol === 'https:' ? 'wss' : 'ws'}://${page.host}/ws`
  return table ? `${address}?table=${encodeURIComponent(table)}` : address
}

/** A random id for a message. (`crypto.randomUUID` does not exist on plain HTTP.) */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
