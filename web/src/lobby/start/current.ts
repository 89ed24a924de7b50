// The current activity: open tables, people who look for one, and the player's last matches.

import { loadMe, me } from '../../account/me.svelte'
import { whenIdle } from '../../lib/idle'
import { get } from '../../net/api'
import type { MyMatch, MyMatches, Searchers, TableCard } from '../../net/messages'

/** The number of entries that are shown of each. */
const SHOWN = 4

export interface Current {
  tables: TableCard[]
  /** The number of people who look for a table, by rule set, the most wanted first. */
  searches: (readonly [preset: string, people: number])[]
  matches: MyMatch[]
}

export async function loadCurrent(): Promise<Current> {
  await Promise.all([whenIdle(), loadMe().catch(() => null)])
  const [tables, { presets }, { matches }] = await Promise.all([
    get<TableCard[]>('/api/tables'),
    get<Searchers>('/api/searches'),
    me.now ? get<MyMatches>('/api/me/matches') : { matches: [] },
  ])
  return {
    tables: tables.slice(0, SHOWN),
    searches: Object.entries(presets)
      .sort(([, one], [, other]) => other - one)
      .slice(0, SHOWN),
    matches: matches.slice(0, SHOWN),
  }
}
