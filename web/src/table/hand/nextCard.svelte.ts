// A player's choices for the next card.

import type { Legal } from '../../net/messages'
import { NO_ANNOUNCEMENT, type Announcement } from './announcement'

export class NextCard {
  /** Announcements that are kept to oneself, by their cards. */
  silent = $state.raw<string[]>([])
  /** As in real life: the announcement with it. */
  real = $state.raw<Announcement>(NO_ANNOUNCEMENT)
  /** The card that was tapped once, where it takes two taps. */
  raised = $state('')

  reset(): void {
    this.silent = []
    this.real = NO_ANNOUNCEMENT
    this.raised = ''
  }

  /** Return the announcement with the card, and forget the spoken part, which is made only once. */
  take({ announce }: Legal): Announcement {
    const offered = announce.filter((meld) => !this.silent.includes(meld.cards.join()))
    const { kinds, belote } = this.real
    this.real = NO_ANNOUNCEMENT
    return { kinds: offered.length ? offered.map((meld) => meld.kind) : kinds, belote }
  }
}
