// How is a table looked for? A socket of its own that says what is wanted, until there is a table.

import { Link, linkAddress, newId } from '../net/socket'
import type { FromServer, Seek, Seeking } from '../net/messages'
import { digest } from '../fairness/packs'
import { keepInTab } from '../lib/storage'
import { shelf } from '../fairness/verification'

export class Search {
  /** How it stands; null until the server has said. */
  state = $state.raw<Seeking | null>(null)
  refused = $state.raw<{ code: string; message: string } | null>(null)
  private readonly link: Link
  /** For the first pack. */
  private readonly nonce = newId()

  constructor(
    private readonly wanted: Pick<Seek, 'preset' | 'pace' | 'party'>,
    private readonly found: (table: string) => void,
  ) {
    this.link = new Link(linkAddress(location), {
      opened: () => this.link.send({ type: 'seek', id: newId(), digest: digest(this.nonce), ...this.wanted }),
      heard: (message) => this.heard(message),
      dropped: () => (this.state = null),
    })
  }

  stop(): void {
    this.link.send({ type: 'unseek', id: newId() })
    this.link.close()
  }

  private heard(message: FromServer): void {
    if (message.type === 'seeking') this.state = message
    if (message.type === 'refused') this.refuse(message)
    if (message.type === 'matched') {
      this.link.close()
      keepInTab(shelf(message.table), { next: this.nonce })
      this.found(message.table)
    }
  }

  private refuse({ code, message }: { code: string; message: string }): void {
    this.refused = { code, message }
    this.link.close()
  }
}
