// The name of a set of rules at a table: the host's browser has it, and links to the table carry it.
// It stands behind the hash, and no server keeps it.

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

/** What is not seen, and what turns the direction of the text around it. */
const UNSEEN = /\p{C}/gu

/** A link to a table with the name of its rules. */
export const withRulesName = (link: string, name: string): string =>
  name ? `${link}#${new URLSearchParams({ rules: name })}` : link

/** What these rules are called: by who keeps them in this browser, or in the link by which one came; empty without a name. */
export function rulesName(card: Pick<RuleCard, 'preset' | 'differs'> | null): string {
  if (!card) return ''
  const rules = { preset: card.preset, house: card.differs }
  const own = keptAs(rules)?.name
  if (own) return own
  const given = loadFromTab(RULES_NAME) as Partial<Given> | undefined
  if (typeof given?.name !== 'string') return ''
  if (!given.rules) saveToTab(RULES_NAME, { ...given, rules })
  else if (!isSame(given.rules, rules)) return ''
  return [...given.name.replace(UNSEEN, '')].slice(0, RULES_NAME_LONGEST).join('').trim()
}
