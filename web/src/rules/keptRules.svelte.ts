// Rules kept by name in this browser, and the last used; the newest first.

import { load, save } from '../lib/storage'
import { USUAL_PRESETS } from '../net/constants'
import { PRESETS } from '../net/games'
import { settings } from '../settings/settings.svelte'
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

/** Return rule sets for a menu: the chosen one, those kept here and the language's usual one first.
 * A menu asks once, so that no entry moves while arrow keys go through it. */
export function ownFirst(presets: readonly string[] = PRESETS): string[] {
  const own = [
    settings.preset,
    ...kept.map(({ preset }) => preset),
    USUAL_PRESETS[settings.language],
  ]
  const first = own.filter((one, i) => presets.includes(one) && own.indexOf(one) === i)
  return [...first, ...presets.filter((one) => !first.includes(one))]
}

/** Keep these rules under a name; it means nothing else from now on. */
export function keepRules(name: string, { preset, house }: RuleSet): void {
  const rules = { name, preset, house: differing(house) }
  write([rules, ...kept.filter((one) => one.name !== name && !isSame(one, rules))])
}

export const forgetRules = (name: string): void => write(kept.filter((one) => one.name !== name))

/** Return the kept set that these rules are. */
export const keptAs = (rules: RuleSet): KeptRules | undefined =>
  kept.find((one) => isSame(one, rules))

/** Make these rules the first to be offered next time. */
export function useRules(rules: RuleSet): void {
  if (pointsOf(rules.house)) keepRules(keptAs(rules)?.name ?? '', rules)
}
