// Rules kept by name in this browser, and the last used; the newest first.

import { load, save } from '../lib/storage'
import { PRESETS } from '../net/games'
import { differing, isSame, pointsOf, type RuleSet } from './houseRules'

export interface KeptRules extends RuleSet {
  /** Empty: the last used, which nobody has named. */
  name: string
}

const KEY = 'rebelote.rules'
const MOST = 12

let kept = $state.raw<readonly KeptRules[]>(read())

function read(): KeptRules[] {
  const result = load(KEY)
  return Array.isArray(result) ? result.filter(isKept) : []
}

function isKept(one: Partial<KeptRules> | null): one is KeptRules {
  return (
    typeof one?.name === 'string' &&
    PRESETS.includes(String(one.preset)) &&
    typeof one.house === 'object' &&
    one.house !== null
  )
}

function write(rules: readonly KeptRules[]): void {
  kept = rules.slice(0, MOST)
  save(KEY, kept)
}

export const keptRules = (): readonly KeptRules[] => kept

/** Keep these rules under a name; it means nothing else from now on. */
export function keepRules(name: string, { preset, house }: RuleSet): void {
  const rules = { name, preset, house: differing(house) }
  write([rules, ...kept.filter((one) => one.name !== name && !isSame(one, rules))])
}

export const forgetRules = (name: string): void => write(kept.filter((one) => one.name !== name))

/** The kept set that these rules are. */
export const keptAs = (rules: RuleSet): KeptRules | undefined =>
  kept.find((one) => isSame(one, rules))

/** These rules are played by: they are the first to be offered next time. */
export function useRules(rules: RuleSet): void {
  if (pointsOf(rules.house)) keepRules(keptAs(rules)?.name ?? '', rules)
}
