// A table of one's own, from wherever one begins to play: against bots at once, or with others who
// are yet to come.

import { network } from '../../net/network.svelte'
import { levelsAlone } from '../../offline/offered'
import { openAlone } from '../../offline/openAlone'
import type { RuleSet } from '../../rules/houseRules'
import { useRules } from '../../rules/keptRules.svelte'
import { settings } from '../../settings/settings.svelte'
import { openTable } from './openTable'
import { rememberTable } from '../start/recentTables'

/** Return the bots' level; without a network the strongest there is, if another was chosen. */
export const levelNow = (): string =>
  network.offline && !levelsAlone.includes(settings.level) ? levelsAlone.at(-1)! : settings.level

/** Open it by the rules in the settings, and go there; throws a `Refusal`. */
export async function openOwn(begin: boolean): Promise<void> {
  const rules: RuleSet = { preset: settings.preset, house: { ...settings.house } }
  const alone = network.offline && network.kept
  const table = alone ? await openAlone(rules.house, levelNow()) : await online(rules, begin)
  rememberTable(table)
  useRules(rules)
  location.hash = `#/table/${table}`
}

async function online({ preset, house }: RuleSet, begin: boolean): Promise<string> {
  return (await openTable({ preset, options: house, level: settings.level, begin })).table
}
