// A match with beginners and with advice: what comes after the lessons.

import { openTable } from '../lobby/openTable'
import { rememberTable } from '../lobby/recentTables'
import { network } from '../net/network.svelte'
import { openAlone } from '../offline/openAlone'
import { settings } from '../settings/settings.svelte'

/** Open a table of the rules that were learnt, and go there. */
export async function playBeginners(): Promise<void> {
  settings.guide = true
  settings.level = 'beginner'
  const alone = network.offline && network.kept
  const table = alone ? await openAlone({}, settings.level) : await openOnline()
  rememberTable(table)
  location.hash = `#/table/${table}`
}

async function openOnline(): Promise<string> {
  const { preset, level } = settings
  return (await openTable({ preset, level, begin: true })).table
}
