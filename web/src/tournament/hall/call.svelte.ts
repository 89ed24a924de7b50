// A player is called to the table of a tournament: on whatever page is open, once for each table.

import { settings } from '../../settings/settings.svelte'
import { play } from '../../settings/sounds'
import { t } from '../../i18n/language.svelte'
import { notifyOfTable } from '../../table/talk/turnNotification'

/** The last call: the table, and the name of its tournament; null once it was answered. */
export const call = $state<{ now: { table: string; name: string } | null }>({ now: null })
let last = ''

/** The table is open: a sound, the title of the tab, and a notification where nobody looks. */
export function called(table: string, name: string): void {
  if (table === last) return
  last = table
  call.now = { table, name }
  if (settings.sounds) play('turn', settings.volume)
  document.title = t('ui.club.called')
  notifyOfTable(name, table)
}

/** The person is at a table of this id, or has put the note away. */
export function answered(): void {
  call.now = null
}
