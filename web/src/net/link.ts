// A game's interface to its table: messages in both directions, over a socket or a worker.

import type { FromClient, FromServer } from './messages'

export interface Listener {
  /** The line is open, and nothing was sent on it yet. */
  connected(): void
  received(message: FromServer): void
  /** The connection is lost; the next attempt follows by itself. */
  disconnected(): void
  /** An answer is overdue, or has come after all. */
  slow?(overdue: boolean): void
}

export interface Link {
  send(message: FromClient): void
  /** Send what is answered at once: where it is not, the line is slow. */
  ask(message: FromClient): void
  /** Connect without waiting, as when the page wakes or the network is back. */
  wake(): void
  close(): void
}
