// The announcement with the next card, where the table does not make it for the player.

import type { Key, Words } from '../../i18n/words'
import type { Kind } from '../../net/messages'

export interface Announcement {
  kinds: Kind[]
  belote: boolean
}

export const NO_ANNOUNCEMENT: Announcement = { kinds: [], belote: false }

/** Name a kind as one chooses it: a square by its points. */
export const kindNamed = (words: Words, kind: Kind): string =>
  kind.kind === 'run'
    ? words(`kind.run.${kind.length}` as Key)
    : `${words('kind.square')} ${kind.points}`

/** Return the announcement with one more of a kind; a third takes all of that kind back. */
export function withKind(announcement: Announcement, kind: Kind): Announcement {
  const others = announcement.kinds.filter((one) => one !== kind)
  const same = announcement.kinds.length - others.length
  return { ...announcement, kinds: same < 2 ? [...announcement.kinds, kind] : others }
}
