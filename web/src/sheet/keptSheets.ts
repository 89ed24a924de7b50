// The sheets of matches with real cards that this browser keeps: the one opened last comes first.

import { load, save } from '../lib/storage'
import type { PaperDeal } from '../net/messages'
import type { RuleSet } from '../rules/houseRules'

const KEY = 'rebelote.papers'
/** Where versions before 0.4 kept their only sheet. */
const SINGLE = 'rebelote.paper'
/** Sheets that are kept; beyond, the one that was opened longest ago goes. */
export const MOST_SHEETS = 30

export interface KeptSheet extends RuleSet {
  names: string[]
  dealer: number
  deals: PaperDeal[]
  /** When it was begun, in milliseconds since 1970; tells the sheets apart. */
  began: number
  /** Of a game of an evening: the key of the slip of its own side. */
  slip?: string
}

const isKept = (up: Partial<KeptSheet> | undefined): up is KeptSheet =>
  typeof up?.preset === 'string' && Array.isArray(up.names) && Array.isArray(up.deals)

/** Return the sheets that are kept. */
export function keptSheets(): KeptSheet[] {
  const found = load(KEY)
  const before = load(SINGLE) as Partial<KeptSheet> | undefined
  const sheets = Array.isArray(found) ? (found as Partial<KeptSheet>[]).filter(isKept) : []
  return isKept(before) ? [...sheets, { ...before, began: 0 }] : sheets
}

/** Keep a sheet as the one opened last. */
export function keepSheet(sheet: KeptSheet): void {
  store([sheet, ...keptSheets().filter(({ began }) => began !== sheet.began)])
}

/** Delete a sheet. */
export function dropSheet(sheet: KeptSheet): void {
  store(keptSheets().filter(({ began }) => began !== sheet.began))
}

function store(sheets: readonly KeptSheet[]): void {
  save(KEY, sheets.slice(0, MOST_SHEETS))
  save(SINGLE, null)
}
