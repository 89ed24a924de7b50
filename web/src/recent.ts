// At which tables was I of late? Their ids, kept in the browser; who I am there, the server knows.

const KEY = 'rebelote.tables'
const KEPT = 8

/** The newest first. */
export function recentTables(): string[] {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(read) ? read.filter((table) => typeof table === 'string') : []
  } catch {
    return []
  }
}

export const keepTable = (table: string): void => write([table, ...recentTables().filter((held) => held !== table)])
export const dropTable = (table: string): void => write(recentTables().filter((held) => held !== table))

const DAILY = 'rebelote.daily'

/** The table at which I play the deal of the day. */
export function keepDaily(table: string): void {
  try {
    localStorage.setItem(DAILY, table)
  } catch {
    // Then its result is found by the way one came.
  }
}

export function isDaily(table: string): boolean {
  try {
    return localStorage.getItem(DAILY) === table
  } catch {
    return false
  }
}

function write(tables: string[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(tables.slice(0, KEPT)))
  } catch {
    // Storage may be refused; then only the address knows the table.
  }
}
