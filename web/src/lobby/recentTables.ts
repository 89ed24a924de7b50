// Ids of recent tables. The browser keeps no secret of them: the server knows who sits where.

import { save, load } from '../lib/storage'

const KEY = 'rebelote.tables'
const DAILY = 'rebelote.daily'
const KEPT = 8

/** The newest first. */
export function recentTables(): string[] {
  const read = load(KEY)
  return Array.isArray(read) ? read.filter((table) => typeof table === 'string') : []
}

export const rememberTable = (table: string): void =>
  write([table, ...recentTables().filter((held) => held !== table)])
export const forgetTable = (table: string): void =>
  write(recentTables().filter((held) => held !== table))

/** A deal of the day that I play, or played last of its game. */
interface DailyTable {
  table: string
  date: string
  /** The game; empty where an earlier version of this page wrote it down. */
  preset: string
}

/** My last deal of the day of each game, the newest first. */
export function dailyTables(): DailyTable[] {
  const read = load(DAILY)
  const entries: unknown[] = Array.isArray(read) && Array.isArray(read[0]) ? read : [read]
  return entries.flatMap((entry) => {
    const [table, date = '', preset = ''] = (Array.isArray(entry) ? entry : [entry]) as unknown[]
    const texts = typeof date === 'string' && typeof preset === 'string'
    return typeof table === 'string' && texts ? [{ table, date, preset }] : []
  })
}

/** The table at which I play the deal of this day. */
export function rememberDaily(daily: DailyTable): void {
  const others = dailyTables().filter(({ preset }) => preset && preset !== daily.preset)
  const entries = [daily, ...others].slice(0, KEPT)
  save(
    DAILY,
    entries.map(({ table, date, preset }) => [table, date, preset]),
  )
}

const dailyAt = (table: string) => dailyTables().find((daily) => daily.table === table)

export const isDaily = (table: string): boolean => dailyAt(table) !== undefined

/** Whether others have yet to play the deal of this table, so that its cards must not be shared. */
export const isStillSecret = (table: string): boolean =>
  (dailyAt(table)?.date ?? '') >= new Date().toISOString().slice(0, 10)

const write = (tables: string[]): void => save(KEY, tables.slice(0, KEPT))
