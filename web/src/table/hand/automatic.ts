// The automatic actions of a table with all help, for a player who has not asked to do them by
// hand: the pack is cut and dealt, for nobody new to the game knows how, and nothing depends on it;
// and a player with no other call passes.

import type { Action, Legal } from '../../net/messages'

/** A number from 0 up to `below`, as the browser's own chance has it. */
export type Chance = (below: number) => number

/** Return the cut or the packets that are due; null where a person has to choose. The depth of the
 * cut is drawn here, after the pack was sealed: the server cannot have known it. */
export function automaticAction(legal: Legal, chance: Chance): Action | null {
  const { actions, cut_min, cut_max, packets } = legal
  if (actions.includes('cut')) return { do: 'cut', depth: cut_min + chance(cut_max - cut_min + 1) }
  const first = packets[0]
  return actions.includes('packets') && first ? { do: 'packets', packets: first } : null
}

/** Return a pass where nothing else can be called, or "nothing" where nothing is held: there is
 * nothing to think about. */
export function automaticCall({ actions, announce, calls }: Legal): Action | null {
  if (actions.includes('announce')) return announce.length ? null : { do: 'announce', announce: [] }
  const [first, ...others] = calls
  return first?.do === 'pass' && !others.length ? first : null
}

/** Return the only card that may be played, where nothing is to be announced with it. */
export function automaticCard({ actions, cards, announce }: Legal): string | null {
  const only = cards.length === 1 && actions.includes('play') && !announce.length
  return only ? cards[0]! : null
}

/** The browser's chance; the remainder favours nothing that anybody could notice. */
export const browserChance: Chance = (below) =>
  (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % below
