// Rule sets, ours and those of games from outside, which the server writes into the page with their words.

import { CARD_POINTS, PRESET_SUMMARIES, PRESETS as OWN } from './constants'
import type { Games, PresetSummary } from './messages'

const NONE: Games = { presets: {}, points: {}, words: {}, overruled: {} }

/** Return the games in this page, beside those it was built with. */
function served(): Games {
  const result = globalThis.document?.querySelector<HTMLMetaElement>('meta[name="rebelote:games"]')
  return result ? (JSON.parse(result.content) as Games) : NONE
}

const games = served()
type Summary = Omit<PresetSummary, 'run_points'> & { readonly run_points: readonly number[] }
const SUMMARIES: Record<string, Summary> = { ...PRESET_SUMMARIES, ...games.presets }
type RankPoints = readonly (readonly [rank: string, points: number])[]
const POINTS: Partial<Record<string, RankPoints>> = { ...CARD_POINTS, ...games.points }

/** The rule sets, the usual one first, those of games from outside last. */
export const PRESETS: readonly string[] = [...OWN, ...Object.keys(games.presets)]

/** Whether it plays without this server, too. */
export const isOwn = (preset: string): boolean => OWN.some((own) => own === preset)

/** Return the facts about a rule set, or undefined if only another server or version knows it. */
export const summaryOf = (preset: string): Summary | undefined => SUMMARIES[preset]

/** Return an option of a table as far as it is known of its rule set: its own where it differs. */
export function optionOf(
  rules: { preset: string; differs: Record<string, unknown> },
  name: keyof PresetSummary,
): unknown {
  return name in rules.differs ? rules.differs[name] : summaryOf(rules.preset)?.[name]
}

/** Return the fixed number of deals in a match, or 0 if its target ends it. */
export const fixedDeals = (rules: { preset: string; differs: Record<string, unknown> }): number =>
  Number(optionOf(rules, 'end_deals') ?? 0)

/** Return the points of each rank in this kind of suit, from high to low. */
export const rankPoints = (kind: 'trump' | 'plain' | 'all' | 'none', scale: string): RankPoints =>
  POINTS[`${kind}-${scale}`] ?? CARD_POINTS[kind]

/** Return their sentences in a language; what is not said in it is said in English. */
export const wordsOfGames = (language: string): Record<string, string> => ({
  ...games.words.en,
  ...games.words[language],
})

/** Return the words that a rule set from outside overrides at its tables, by language. */
export const overruledOutside = (
  preset: string,
): Record<string, Record<string, string>> | undefined => games.overruled[preset]

/** The rule sets by the kind of their auction, the kinds in the order in which they come; `other` are games from outside. */
export const FAMILIES: readonly (readonly [kind: string, presets: readonly string[]])[] = (() => {
  const result = new Map<string, string[]>()
  for (const preset of PRESETS) {
    const kind = (isOwn(preset) && summaryOf(preset)?.auction) || 'other'
    result.set(kind, [...(result.get(kind) ?? []), preset])
  }
  return [...result]
})()
