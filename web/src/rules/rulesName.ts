// The name of a set of rules at a table: the host's browser has it, and links to the table carry it.
// The name stands behind the hash, and no server keeps it.

import { RULES_NAME, loadFromTab, saveToTab } from '../lib/storage'
import { RULES_NAME_LONGEST } from '../net/constants'
import type { RuleCard } from '../net/messages'
import { isSame, type RuleSet } from './houseRules'
import { keptAs } from './keptRules.svelte'

/** The name in the link by which this tab came, and which rules it turned out to be about. */
interface Given {
  name: string
  rules?: RuleSet
}

/** Invisible characters, and those that turn the direction of the text around them. */
const UNSEEN = /\p{C}/gu

/** Add the name of its rules to a link to a table. */
export const withRulesName = (link: string, name: string): string =>
  name ? `${link}#${new URLSearchParams({ rules: name })}` : link

/** Return the name of these rules, as kept in this browser or given in the link that led here;
 * empty without one. */
export function rulesName(card: Pick<RuleCard, 'preset' | 'differs'> | null): string {
  if (!card) return ''
  const rules = { preset: card.preset, house: card.differs }
  const own = keptAs(rules)?.name
  if (own) return own
  const stored = loadFromTab(RULES_NAME) as Partial<Given> | undefined
  if (typeof stored?.name !== 'string') return ''
  if (!stored.rules) saveToTab(RULES_NAME, { ...stored, rules })
  else if (!isSame(stored.rules, rules)) return ''
  return [...stored.name.replace(UNSEEN, '')].slice(0, RULES_NAME_LONGEST).join('').trim()
}
