// Who may sit where.

import type { Player } from '../net/messages'

/** Whether a person or a bot sits there. */
export const isTaken = (player: Player | undefined): boolean =>
  Boolean(player?.bot || player?.person)
