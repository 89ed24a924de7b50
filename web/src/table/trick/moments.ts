// Extraordinary cards and calls, which are written across the table for a second. Pure.

import type { Happening } from '../events'
import type { Words } from '../../i18n/words'
import { raisedTo } from '../../i18n/gameWords'
import { capital } from '../../i18n/words'

export interface Moment {
  text: string
  /** A double is a blow, a belote a joy, and the last trick a note beside its cards. */
  kind: 'joy' | 'blow' | 'note'
}

/** Return the moment that an event makes, if it makes one; `tricks`: of a whole deal. */
export function momentOf(event: Happening, tricks: number, words: Words): Moment | null {
  switch (event.event) {
    case 'card_played':
      return event.said ? { text: words(`said.${event.said}`), kind: 'joy' } : null
    case 'doubled':
      return { text: capital(raisedTo(words, 2)), kind: 'blow' }
    case 'redoubled':
      return { text: capital(raisedTo(words, 4)), kind: 'blow' }
    case 'trick_won':
      if (event.fallen) return { text: words('said.roem', { points: event.fallen }), kind: 'joy' }
      return event.number === tricks ? { text: words('score.last-trick'), kind: 'note' } : null
    default:
      return null
  }
}
