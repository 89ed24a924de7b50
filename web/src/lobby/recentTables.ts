// At which tables was I of late? Their ids, kept in the browser; who I am there, the server knows.

import { keep, kept } from '../lib/storage'

const KEY = 'rebelote.tables'
const DAILY = 'rebelote.daily'
const KEPT = 8

/** The newest first. */
export function recentTables(): string[] {
  const read = kept(KEY)
  return Array.isArray(read) ? read.filter((table) => typeof table === 'string') : []
}

export const keepTable = (table: string): void => write([table, ...recentTables().filter((held) => held !== table)])
export const dropTable = (table: string): void => write(recentTables().filter((held) => held !== table))

/** The table at which I play the deal of this day. */
export const keepDaily = (table: string, date: string): void => keep(DAILY, [table, date])
export const isDaily = (table: string): boolean => lastDaily()[0] === table

/** My last deal of the day: its table and date, each empty where there is none. */
export function lastDaily(): [string, string] {
  const read = kept(DAILY)
  const [table, date] = Array.isArray(read) ? read : [read]
  return [typeof table === 'string' ? table : '', typeof date === 'string' ? date : '']
}

/** Whether others are still to play the deal at this table: then its cards are nobody's business. */
export const isUntold = (table: string): boolean => isDaily(table) && lastDaily()[1] >= new Date().toISOString().slice(0, 10)

const write = (tables: string[]): void => keep(KEY, tables.slice(0, KEPT))
