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

/** The table at which I play the deal of this day. */
export const rememberDaily = (table: string, date: string): void => save(DAILY, [table, date])
export const isDaily = (table: string): boolean => lastDaily()[0] === table

/** My last deal of the day: its table and date, each empty where there is none. */
export function lastDaily(): [string, string] {
  const read = load(DAILY)
  const [table, date] = (Array.isArray(read) ? read : [read]) as unknown[]
  return [typeof table === 'string' ? table : '', typeof date === 'string' ? date : '']
}

/** Whether others have yet to play the deal of this table, so that its cards must not be shared. */
export const isStillSecret = (table: string): boolean =>
  isDaily(table) && lastDaily()[1] >= new Date().toISOString().slice(0, 10)

const write = (tables: string[]): void => save(KEY, tables.slice(0, KEPT))
