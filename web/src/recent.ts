// At which tables was I of late? Their ids, kept in the browser; who I am there, the server knows.

import { keep, kept } from './storage'

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

/** The table at which I play the deal of the day. */
export const keepDaily = (table: string): void => keep(DAILY, table)
export const isDaily = (table: string): boolean => kept(DAILY) === table

const write = (tables: string[]): void => keep(KEY, tables.slice(0, KEPT))
