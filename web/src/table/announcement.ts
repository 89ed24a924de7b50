// What do I say with my next card, where the table does not say it for me?

import type { Kind } from '../net/messages'

export interface Said {
  kinds: Kind[]
  belote: boolean
}

export const NOTHING_SAID: Said = { kinds: [], belote: false }

/** One more of a kind; a third one takes all of them back. */
export function saidMore(said: Said, kind: Kind): Said {
  const others = said.kinds.filter((one) => one !== kind)
  const same = said.kinds.length - others.length
  return { ...said, kinds: same < 2 ? [...said.kinds, kind] : others }
}
