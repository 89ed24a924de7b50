// The rule sets to choose among: those kept here first, then those of one's country, then the rest.

import { presetHint, presetName, presetPlayers, type Words } from '../../i18n/words'
import type { Language } from '../../i18n/languages'
import { USUAL_PRESETS } from '../../net/constants'
import { FAMILIES, fixedDeals, optionOf } from '../../net/games'
import { ruleSetText, type RuleSet } from '../../rules/houseRules'
import type { KeptRules } from '../../rules/keptRules.svelte'

export interface Choice extends RuleSet {
  id: string
  title: string
  /** The distinctive feature, in one sentence. */
  hint: string
  /** The people who play it. */
  players: string
  /** The points to which it is played; 0 where the deals are counted. */
  target: number
}

export interface Family {
  kind: string
  sets: Choice[]
}

const targetOf = ({ preset, house }: RuleSet): number => {
  const rules = { preset, differs: house }
  return fixedDeals(rules) ? 0 : Number(optionOf(rules, 'target'))
}

function asWritten(words: Words, preset: string): Choice {
  const rules = { preset, house: {} }
  return {
    ...rules,
    id: preset,
    title: presetName(words, preset),
    hint: presetHint(words, preset),
    players: presetPlayers(words, preset),
    target: targetOf(rules),
  }
}

const asKept = (words: Words, rules: KeptRules, number: number): Choice => ({
  ...rules,
  id: `kept-${number}`,
  title: rules.name || words('ui.house.last'),
  hint: ruleSetText(words, rules),
  players: '',
  target: targetOf(rules),
})

export function familiesOf(words: Words, kept: readonly KeptRules[], language: Language): Family[] {
  const usual: string = USUAL_PRESETS[language]
  const first = <T>(all: readonly T[], isFirst: (one: T) => boolean): T[] => [
    ...all.filter(isFirst),
    ...all.filter((one) => !isFirst(one)),
  ]
  const written = first(FAMILIES, ([, presets]) => presets.includes(usual)).map(
    ([kind, presets]) => ({
      kind,
      sets: first(presets, (preset) => preset === usual).map((preset) => asWritten(words, preset)),
    }),
  )
  const own = kept.map((rules, number) => asKept(words, rules, number))
  return own.length ? [{ kind: 'kept', sets: own }, ...written] : written
}

const normalized = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Return the rule sets that contain every word of the query, ignoring case and accents; families
 * without any are left out. */
export function matching(families: readonly Family[], query: string): Family[] {
  const requested = normalized(query).split(/\s+/).filter(Boolean)
  const fits = ({ preset, title, hint, players }: Choice) => {
    const text = normalized([preset, title, hint, players].join(' '))
    return requested.every((word) => text.includes(word))
  }
  return families
    .map(({ kind, sets }) => ({ kind, sets: sets.filter(fits) }))
    .filter(({ sets }) => sets.length)
}
