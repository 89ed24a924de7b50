// A WebSocket that reconnects with backoff. Browsers do not report a connection that died silently,
// so pings look for it. Where an answer is late, another line is tried beside the one there is, and
// the first of them that is heard of is used: a server that stands still is left within seconds, and
// a phone that is only slow loses nothing.

import type { Link, Listener } from './link'
import type { FromClient, FromServer } from './messages'
import { answered } from './network.svelte'

/** After so many milliseconds in which nothing was heard a ping asks whether the line stands. */
export const QUIET_AFTER = 2100
/** Within so many milliseconds something is sent, for the server takes a silent page for a dead one. */
const SEND_WITHIN = 10_000
/** After so many milliseconds without an answer the line is called slow. */
export const SLOW_AFTER = 1000
/** Milliseconds to wait for an answer, or twice the slowest of late, before a new line is tried. */
export const PATIENCE = 1200
/** However slow the answers of late, no longer than this: a bot substitutes after ten seconds. */
export const PATIENCE_MOST = 4500
/** After so many milliseconds without an answer the line is given up, whether there is another or not. */
const GIVE_UP_AFTER = 9000
/** The factor by which the slowest answer shrinks with each quicker one. */
const FADING = 0.8
/** After so many milliseconds without a word, and a second attempt, nobody is there. */
export const GONE_AFTER = 3000
const RETRY_MIN = 400
const RETRY_MAX = 8000
/** The close code of a server that asks for a longer wait. */
const TRY_LATER = 4429
const RETRY_LATER = 30_000
/** A refusal does not reset the backoff: a server that refuses every connection would be hammered otherwise. */
const resetsBackoff = (message: FromServer): boolean => message.type !== 'refused'

/** Return milliseconds before the next attempt: exponential, or long at once where the server asks
 * for it. */
export const backoff = (attempts: number, code: number): number =>
  code === TRY_LATER ? RETRY_LATER : Math.min(RETRY_MAX, RETRY_MIN * 2 ** attempts)

type Timer = ReturnType<typeof setTimeout> | undefined

export class ReconnectingSocket implements Link {
  private socket: WebSocket | null = null
  /** A line that is tried beside it. */
  private other: WebSocket | null = null
  private attempts = 0
  private lastSent = 0
  /** When the server was heard of last. */
  private heardAt = Date.now()
  /** Since when an answer is awaited. */
  private askedAt: number | null = null
  /** The slowest answer of late, in milliseconds. */
  private slowest = 0
  private closed = false
  private retry: Timer
  private quiet: Timer
  private overdue: Timer
  private late: Timer
  private dead: Timer

  constructor(
    private readonly address: string,
    private readonly listener: Listener,
  ) {
    this.open()
  }

  send(message: FromClient): void {
    if (this.socket?.readyState !== WebSocket.OPEN) return
    this.socket.send(JSON.stringify(message))
    this.lastSent = Date.now()
  }

  /** Send what the server answers at once: where it does not, the line is slow, or worse. */
  ask(message: FromClient): void {
    this.send(message)
    if (this.askedAt !== null || !this.socket) return
    this.askedAt = Date.now()
    this.overdue = setTimeout(() => this.listener.slow?.(true), SLOW_AFTER)
    this.tryAnotherAfter(Math.min(PATIENCE_MOST, Math.max(PATIENCE, 2 * this.slowest)))
    this.dead = setTimeout(() => this.reconnect(), GIVE_UP_AFTER)
  }

  private heard(): void {
    this.heardAt = Date.now()
    this.alive()
  }

  /** The line stands, and no other is needed. */
  private alive(): void {
    if (this.askedAt !== null) {
      const took = Math.min(GIVE_UP_AFTER, Date.now() - this.askedAt)
      this.slowest = Math.max(took, FADING * this.slowest)
    }
    this.waitNoMore()
    const left = Math.max(0, this.lastSent + SEND_WITHIN - Date.now())
    this.quiet = setTimeout(() => this.ask({ type: 'ping' }), Math.min(QUIET_AFTER, left))
  }

  /** Await no answer any more. */
  private waitNoMore(): void {
    for (const timer of [this.quiet, this.overdue, this.late, this.dead]) clearTimeout(timer)
    this.other = drop(this.other)
    if (this.askedAt === null) return
    this.askedAt = null
    this.listener.slow?.(false)
  }

  /** Connect without waiting, as when the page wakes or the network is back. */
  wake(): void {
    if (this.closed) return
    if (this.socket?.readyState === WebSocket.OPEN) this.ask({ type: 'ping' })
    else if (this.socket?.readyState !== WebSocket.CONNECTING) this.open()
  }

  close(): void {
    this.closed = true
    clearTimeout(this.retry)
    this.detach()
  }

  private open(): void {
    this.detach()
    const socket = new WebSocket(this.address)
    socket.onopen = () => {
      this.heard()
      answered(true)
      this.listener.connected()
    }
    this.use(socket)
  }

  /** Hear this line, and no other. */
  private use(socket: WebSocket): void {
    clearTimeout(this.retry)
    this.socket = socket
    this.lastSent = Date.now()
    socket.onmessage = (frame) => this.onFrame(String(frame.data))
    socket.onclose = (event) => this.reconnect(event.code)
    this.alive()
  }

  /** After so many milliseconds try another line, and again after twice as many. */
  private tryAnotherAfter(wait: number): void {
    this.late = setTimeout(() => {
      this.other = drop(this.other)
      const other = new WebSocket(this.address)
      other.onopen = () => this.change(other)
      this.other = other
      this.tryAnotherAfter(2 * wait)
    }, wait)
  }

  /** Leave the line that does not answer for one that has opened meanwhile. */
  private change(other: WebSocket): void {
    this.other = null
    this.detach()
    this.listener.disconnected()
    this.use(other)
    this.listener.connected()
  }

  private onFrame(text: string): void {
    const message = JSON.parse(text) as FromServer
    if (resetsBackoff(message)) this.attempts = 0
    this.heard()
    this.listener.received(message)
  }

  private reconnect(code = 0): void {
    if (this.closed) return
    this.detach()
    this.listener.disconnected()
    if (this.attempts && Date.now() - this.heardAt > GONE_AFTER) answered(false)
    clearTimeout(this.retry)
    this.retry = setTimeout(
      () => this.open(),
      backoff(this.attempts++, code) * (0.5 + Math.random()),
    )
  }

  private detach(): void {
    this.waitNoMore()
    this.socket = drop(this.socket)
  }
}

/** Close a line, and hear nothing of it any more. */
function drop(socket: WebSocket | null): null {
  if (socket) {
    socket.onopen = socket.onmessage = socket.onclose = null
    socket.close()
  }
  return null
}

/**
 * The address of this server's WebSocket. It names the table, so that a proxy before several nodes
 * can lead all who are at it to the same one.
 */
export const socketAddress = (page: Pick<Location, 'protocol' | 'host'>, table = ''): string => {
  const address = `${page.protocol === 'https:' ? 'wss' : 'ws'}://${page.host}/ws`
  return table ? `${address}?table=${encodeURIComponent(table)}` : address
}
