// Rule sets, ours and those of games from outside, which the server writes into the page with their words.

import { CARD_POINTS, PRESET_SUMMARIES, PRESETS as OWN } from './constants'
import type { Games, PresetSummary } from './messages'

const NONE: Games = { presets: {}, points: {}, words: {}, overruled: {} }

/** The games in this page, beside those it was built with. */
function served(): Games {
  const result = globalThis.document?.querySelector<HTMLMetaElement>('meta[name="rebelote:games"]')
  return result ? (JSON.parse(result.content) as Games) : NONE
}

const games = served()
const SUMMARIES: Record<string, PresetSummary> = { ...PRESET_SUMMARIES, ...games.presets }
type RankPoints = readonly (readonly [rank: string, points: number])[]
const POINTS: Partial<Record<string, RankPoints>> = { ...CARD_POINTS, ...games.points }

/** The rule sets, the usual one first, those of games from outside last. */
export const PRESETS: readonly string[] = [...OWN, ...Object.keys(games.presets)]

/** Whether it plays without this server, too. */
export const isOwn = (preset: string): boolean => OWN.some((own) => own === preset)

/** What is known of a rule set; nothing of one that settings of another server or version name. */
export const summaryOf = (preset: string): PresetSummary | undefined => SUMMARIES[preset]

/** An option of a table as far as it is known of its rule set: its own where it differs. */
export function optionOf(
  rules: { preset: string; differs: Record<string, unknown> },
  name: keyof PresetSummary,
): unknown {
  return name in rules.differs ? rules.differs[name] : summaryOf(rules.preset)?.[name]
}

/** How many deals a match has where that is fixed; 0 where its target ends it. */
export const fixedDeals = (rules: { preset: string; differs: Record<string, unknown> }): number =>
  Number(optionOf(rules, 'end_deals') ?? 0)

/** What each rank counts in this kind of suit, from high to low. */
export const rankPoints = (kind: 'trump' | 'plain' | 'all' | 'none', scale: string): RankPoints =>
  POINTS[`${kind}-${scale}`] ?? CARD_POINTS[kind]

/** Their sentences in a language; what is not said in it is said in English. */
export const wordsOfGames = (language: string): Record<string, string> => ({
  ...games.words.en,
  ...games.words[language],
})

/** What tables of a rule set from outside say in words of their own, by language. */
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
