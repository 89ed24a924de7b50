// The server's messages in chosen positions; `tests/support/client_positions.py` writes them.
import stored from '../../../tests/client_positions.json'
import type { HouseRules, Replay, RuleOption, View } from '../../src/net/messages'

export type Position = keyof typeof stored.views

const copy = <T>(result: unknown): T => structuredClone(result) as T

/** Return a position as seat 0 sees it, but for `lost` (seat 1) and `watched` (who looks on). */
export const viewOf = (name: Position): View => copy(stored.views[name])

/** Return a match of two deals. */
export const replay = (): Replay => copy(stored.replay)

/** Some of the French rules: as they are, with others chosen, and with what cannot be. */
export const houseRules = (name: 'rules' | 'changed' | 'conflict' = 'rules'): HouseRules =>
  copy(stored[name])

export function optionOf(key: string, name?: 'changed' | 'conflict'): RuleOption {
  const result = houseRules(name).options.find((one) => one.key === key)
  if (!result) throw new Error(`no option ${key}`)
  return result
}
