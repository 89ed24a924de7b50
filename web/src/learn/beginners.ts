// A match with beginners and with advice: what comes after the lessons.

import { ensureGuest } from '../account/me.svelte'
import { loadChunk } from '../app/chunks'
import { rememberTable } from '../lobby/recentTables'
import { settings } from '../settings/settings.svelte'

/** Open a table of the rules that were learnt, and go there. */
export async function playBeginners(): Promise<void> {
  settings.guide = true
  settings.level = 'beginner'
  const [{ openTable }] = await Promise.all([loadChunk('table'), ensureGuest()])
  const { preset, level } = settings
  const { table } = await openTable({ preset, level, begin: true })
  rememberTable(table)
  location.hash = `#/table/${table}`
}
