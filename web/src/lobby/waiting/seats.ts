// The rules of sitting down at a table.

import { me } from '../../account/me.svelte'
import type { Words } from '../../i18n/words'
import type { Player } from '../../net/messages'
import { settings } from '../../settings/settings.svelte'
import type { TableInfo } from '../../table/state'

/** Whether a person or a bot sits there. */
export const isTaken = (player: Player | undefined): boolean =>
  Boolean(player?.bot || player?.person)

/** Return my seat, if I opened the table for others to come, who would have no name for me. */
export function seatToName({ host, you }: TableInfo, opened: boolean): number | null {
  return host && opened && !me.now?.account && !settings.name ? you : null
}

/** Explain the wait to those who cannot begin. */
export function waitingText(t: Words, about: TableInfo, closed: boolean, free: number): string {
  if (about.delay) return t('ui.watching.late', { seconds: about.delay })
  if (closed) return t('ui.waiting.closed')
  if (about.you !== null) return t('ui.waiting.host')
  return t(free ? 'ui.waiting.sit' : 'ui.waiting.full')
}
