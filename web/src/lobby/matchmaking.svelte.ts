// Matchmaking: a socket of its own, which the server keeps in its queue for as long as it is open.

import { ReconnectingSocket, socketAddress, newId } from '../net/socket'
import type { FromServer, Seek, Seeking } from '../net/messages'
import { digest } from '../fairness/packs'
import { saveToTab } from '../lib/storage'
import { storageKey } from '../fairness/verification'

export class Matchmaking {
  /** How it stands; null until the server has said. */
  state = $state.raw<Seeking | null>(null)
  refused = $state.raw<{ code: string; message: string } | null>(null)
  private readonly socket: ReconnectingSocket
  /** For the first pack. */
  private readonly nonce = newId()

  constructor(
    private readonly wanted: Pick<Seek, 'preset' | 'pace' | 'party'>,
    private readonly found: (table: string) => void,
  ) {
    this.socket = new ReconnectingSocket(socketAddress(location), {
      connected: () =>
        this.socket.send({ type: 'seek', id: newId(), digest: digest(this.nonce), ...this.wanted }),
      received: (message) => this.received(message),
      disconnected: () => (this.state = null),
    })
  }

  stop(): void {
    this.socket.send({ type: 'unseek', id: newId() })
    this.socket.close()
  }

  private received(message: FromServer): void {
    if (message.type === 'seeking') this.state = message
    if (message.type === 'refused') this.refuse(message)
    if (message.type === 'matched') {
      this.socket.close()
      saveToTab(storageKey(message.table), { next: this.nonce })
      this.found(message.table)
    }
  }

  private refuse({ code, message }: { code: string; message: string }): void {
    this.refused = { code, message }
    this.socket.close()
  }
}
