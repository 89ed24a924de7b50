// Tables at which I have played the deal of a day, of a league too: what the start page does not ask.

import { save } from '../../lib/storage'
import { DAILY, dailyTables, KEPT, type DailyTable } from './recentTables'

/** The storage key of the deals of leagues, kept like those of the day. */
export const LEAGUE = 'rebelote.league'

/** Remember the table at which I play the deal of this day. */
export function rememberDaily(daily: DailyTable, key = DAILY): void {
  const others = dailyTables(key).filter(({ preset }) => preset && preset !== daily.preset)
  const entries = [daily, ...others].slice(0, KEPT)
  save(
    key,
    entries.map(({ table, date, preset }) => [table, date, preset]),
  )
}

const dailyAt = (table: string, keys = [DAILY, LEAGUE]) =>
  keys.flatMap((key) => dailyTables(key)).find((daily) => daily.table === table)

/** Return the league whose deal is played at a table; empty at others. */
export const leagueOf = (table: string): string => dailyAt(table, [LEAGUE])?.preset ?? ''

export const isDaily = (table: string): boolean => dailyAt(table) !== undefined

/** Whether others have yet to play the deal of this table, so that its cards must not be shared. */
export const isStillSecret = (table: string): boolean =>
  (dailyAt(table)?.date ?? '') >= new Date().toISOString().slice(0, 10)
