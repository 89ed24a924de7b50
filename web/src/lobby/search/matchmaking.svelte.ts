// Matchmaking: a socket of its own, which the server keeps in its queue for as long as it is open.
// A player who cancels stays connected until the server has answered: it may just have found a
// table, which then goes on without this person.

import { newId } from '../../net/ids'
import { ReconnectingSocket, socketAddress } from '../../net/socket'
import type { FromServer, Seek, Seeking } from '../../net/messages'
import { digest } from '../../fairness/packs'
import { saveToTab } from '../../lib/storage'
import { storageKey } from '../../fairness/commitment'

/** After so many milliseconds without an answer a cancelled search is left to the server, which
 * keeps no place for longer and has bots play for people who do not join. */
const CANCEL_WITHIN = 30_000

export class Matchmaking {
  /** The state of the search; null until the server has answered. */
  state = $state.raw<Seeking | null>(null)
  refused = $state.raw<{ code: string; message: string } | null>(null)
  private readonly socket: ReconnectingSocket
  /** For the first pack. */
  private readonly nonce = newId()
  private cancelled = false
  private ended = false

  constructor(
    private readonly requested: Pick<Seek, 'preset' | 'pace' | 'party'>,
    private readonly ontable: (table: string) => void,
  ) {
    this.socket = new ReconnectingSocket(socketAddress(location), {
      connected: () => (this.cancelled ? this.unseek() : this.seek()),
      received: (message) => this.received(message),
      disconnected: () => (this.state = null),
    })
  }

  stop(): void {
    if (this.ended || this.cancelled) return
    this.cancelled = true
    this.unseek()
    setTimeout(() => this.end(), CANCEL_WITHIN)
  }

  private seek(): void {
    this.socket.send({ type: 'seek', id: newId(), digest: digest(this.nonce), ...this.requested })
  }

  private unseek(): void {
    this.socket.ask({ type: 'unseek', id: newId() })
  }

  private end(): void {
    this.ended = true
    this.socket.close()
  }

  private received(message: FromServer): void {
    if (this.cancelled) {
      if (message.type === 'ack' || message.type === 'refused') this.end()
      return
    }
    if (message.type === 'seeking') this.state = message
    if (message.type === 'refused') this.refuse(message)
    if (message.type === 'matched') {
      this.end()
      saveToTab(storageKey(message.table), { next: this.nonce })
      this.ontable(message.table)
    }
  }

  private refuse({ code, message }: { code: string; message: string }): void {
    this.refused = { code, message }
    this.end()
  }
}
