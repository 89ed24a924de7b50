// A match with beginners and with advice: what comes after the lessons.

import { openTable } from '../lobby/opening/openTable'
import { rememberTable } from '../lobby/start/recentTables'
import { network } from '../net/network.svelte'
import { openAlone } from '../offline/openAlone'
import { settings } from '../settings/settings.svelte'
import { taughtFor } from './course'

/** Open a table of the rules that were learnt, and go there. */
export async function playBeginners(course: string): Promise<void> {
  const preset = course === taughtFor(settings.preset) ? settings.preset : course
  settings.guide = true
  settings.level = 'beginner'
  const alone = network.offline && network.kept
  const table = alone ? await openAlone({}, settings.level, preset) : await openOnline(preset)
  rememberTable(table)
  location.hash = `#/table/${table}`
}

async function openOnline(preset: string): Promise<string> {
  const { level } = settings
  return (await openTable({ preset, level, begin: true })).table
}
