// Recent tables, and how their matches stood. The browser keeps no secret of them: the server knows
// who sits where.

import { save, load } from '../../lib/storage'
import type { RuleSet } from '../../rules/houseRules'

const KEY = 'rebelote.tables'
export const DAILY = 'rebelote.daily'
export const KEPT = 8
/** A match that was left so many milliseconds ago is no longer the first thing to do. */
const FRESH = 3 * 86_400_000

/** The state of a match when this browser last saw it. */
export interface Standing {
  state: 'waiting' | 'playing' | 'over'
  rules: RuleSet
  /** The points of each side, one's own first; empty before the first deal. */
  scores: number[]
  /** The names of the people who play, oneself aside; nobody: against bots. */
  people: string[]
  /** When it was seen, in milliseconds since 1970. */
  seen: number
}

export interface RecentTable {
  table: string
  /** Not known of tables that an earlier version of this page wrote down. */
  standing?: Standing
}

/** Return the recent tables, the newest first. */
export function recentTables(): RecentTable[] {
  const read = load(KEY)
  return Array.isArray(read) ? read.flatMap(entry) : []
}

function entry(read: unknown): RecentTable[] {
  if (typeof read === 'string') return [{ table: read }]
  const { table, standing } = (read ?? {}) as Partial<RecentTable>
  return typeof table === 'string' ? [{ table, ...(standing && { standing }) }] : []
}

export function rememberTable(table: string): void {
  const before = recentTables()
  const known = before.find((held) => held.table === table) ?? { table }
  write([known, ...before.filter((held) => held.table !== table)])
}

/** Note the present state of the match at a remembered table. */
export function noteStanding(table: string, now: Omit<Standing, 'seen'>): void {
  const standing = { ...now, seen: Date.now() }
  write(recentTables().map((held) => (held.table === table ? { table, standing } : held)))
}

export const forgetTable = (table: string): void =>
  write(recentTables().filter((held) => held.table !== table))

/** Return the table to go on at: the last one, unless its match is over and nobody else was
 * there. */
export function tableToContinue(): (RecentTable & { fresh: boolean }) | undefined {
  const [last] = recentTables()
  if (!last) return undefined
  const { state, people, seen } = last.standing ?? { state: 'over', people: [''], seen: 0 }
  const over = state === 'over'
  if (over && !people.length) return undefined
  return { ...last, fresh: !over && Date.now() - seen < FRESH }
}

/** A deal of the day that I play, or played last of its game. */
export interface DailyTable {
  table: string
  date: string
  /** The game; empty where an earlier version of this page wrote it down. */
  preset: string
}

/** Return my last deal of the day of each game, the newest first. */
export function dailyTables(key = DAILY): DailyTable[] {
  const read = load(key)
  const entries: unknown[] = Array.isArray(read) && Array.isArray(read[0]) ? read : [read]
  return entries.flatMap((entry) => {
    const [table, date = '', preset = ''] = (Array.isArray(entry) ? entry : [entry]) as unknown[]
    const texts = typeof date === 'string' && typeof preset === 'string'
    return typeof table === 'string' && texts ? [{ table, date, preset }] : []
  })
}

const write = (tables: RecentTable[]): void => save(KEY, tables.slice(0, KEPT))
