// How does the page stay in touch with its table? One socket, opened again whenever it is lost.
// Pings find a line that died silently; nothing here ever reloads the page.

import type { FromClient, FromServer } from './messages'

const PING_EVERY = 2500
const PONG_OVERDUE = 9000
const RETRY_FIRST = 400
const RETRY_MOST = 8000
/** The close code that says: not so soon again. */
const TRY_LATER = 4429
const RETRY_LATER = 30_000
/** A line that was refused is not a good one: it has to say something else before the next try comes soon again. */
const isGood = (message: FromServer): boolean => message.type !== 'refused'

/** How long to wait before the next try, in ms: ever longer, and long at once where the server asks for it. */
export const retryAfter = (tries: number, code: number): number =>
  code === TRY_LATER ? RETRY_LATER : Math.min(RETRY_MOST, RETRY_FIRST * 2 ** tries)

export interface Listener {
  /** The socket is open: say who we are. */
  opened(): void
  heard(message: FromServer): void
  /** The line is down; it is being tried again. */
  dropped(): void
}

export class Link {
  private socket: WebSocket | null = null
  private tries = 0
  private lastHeard = 0
  private retry: ReturnType<typeof setTimeout> | undefined
  private readonly pulse: ReturnType<typeof setInterval>
  private closed = false

  constructor(
    private readonly address: string,
    private readonly listener: Listener,
  ) {
    this.pulse = setInterval(() => this.beat(), PING_EVERY)
    this.open()
  }

  send(message: FromClient): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message))
  }

  /** The page woke, or the network came back: do not wait for the next try. */
  wake(): void {
    if (this.closed) return
    if (this.socket?.readyState === WebSocket.OPEN) this.send({ type: 'ping' })
    else if (this.socket?.readyState !== WebSocket.CONNECTING) this.open()
  }

  close(): void {
    this.closed = true
    clearInterval(this.pulse)
    clearTimeout(this.retry)
    this.letGo()
  }

  private open(): void {
    clearTimeout(this.retry)
    this.letGo()
    const socket = new WebSocket(this.address)
    this.socket = socket
    this.lastHeard = Date.now()
    socket.onopen = () => this.listener.opened()
    socket.onmessage = (frame) => this.heard(String(frame.data))
    socket.onclose = (event) => this.lost(event.code)
  }

  private heard(text: string): void {
    const message = JSON.parse(text) as FromServer
    if (isGood(message)) this.tries = 0
    this.lastHeard = Date.now()
    this.listener.heard(message)
  }

  private beat(): void {
    if (Date.now() - this.lastHeard > PONG_OVERDUE && this.socket) this.lost()
    else this.send({ type: 'ping' })
  }

  private lost(code = 0): void {
    if (this.closed) return
    this.letGo()
    this.listener.dropped()
    clearTimeout(this.retry)
    this.retry = setTimeout(() => this.open(), retryAfter(this.tries++, code) * (0.5 + Math.random()))
  }

  private letGo(): void {
    const socket = this.socket
    this.socket = null
    if (!socket) return
    socket.onopen = socket.onmessage = socket.onclose = null
    socket.close()
  }
}

/** Where the tables of this server are spoken to. */
export const linkAddress = (page: Location): string => `${page.protocol === 'https:' ? 'wss' : 'ws'}://${page.host}/ws`

/** A name for a message that no other message has. (`randomUUID` is kept from plain http.) */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
