// The tables that `tools/npm_packages.py` writes from the rule sets of the Python library.

import type { LawTables } from '@rebelote/kernel'

/** The trump of a contract: a suit, all trumps or no trumps. */
export type Contract = 'S' | 'H' | 'D' | 'C' | 'all' | 'none'

/** A rule set; a law is its place among the laws. */
export interface RuleSetTables {
  readonly names: Readonly<Record<string, string>>
  readonly players: number
  readonly direction: 'ccw' | 'cw'
  readonly sides: readonly number[]
  readonly pack: readonly string[]
  readonly hand: number
  readonly contracts: readonly Contract[]
  readonly options: Readonly<Record<string, unknown>>
  readonly laws: Readonly<Partial<Record<Contract, number>>>
  readonly closed: Readonly<Partial<Record<Contract, number>>>
}

declare const tables: {
  readonly version: string
  readonly cards: readonly string[]
  readonly laws: readonly LawTables[]
  readonly rule_sets: Readonly<Record<string, RuleSetTables>>
}
export default tables
