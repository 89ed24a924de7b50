// House rules: a rule set and the options in which a table differs from it, by their flat names.

import { presetName, type Words } from '../i18n/words'
import { get } from '../net/api'
import { OF_RECORDS, OF_THE_PLACE, REAL_LIFE } from '../net/constants'
import { PRESETS } from '../net/games'
import type { HouseRules } from '../net/messages'

export type Options = Record<string, unknown>

/** A rule set and what differs from it. */
export interface RuleSet {
  preset: string
  house: Options
}

const USUAL_IN_REAL_LIFE: Options = REAL_LIFE

export const inRealLife = (house: Options): boolean => house.assistance === REAL_LIFE.assistance

const IN_RECORDS: readonly string[] = OF_RECORDS

/** Return the differences of a table, without the options of real life and those of records. */
export const differing = (house: Options): Options =>
  Object.fromEntries(
    Object.entries(house).filter(
      ([name, value]) => USUAL_IN_REAL_LIFE[name] !== value && !IN_RECORDS.includes(name),
    ),
  )

/** Return the same options with all help, or without any. */
export const withRealLife = (house: Options, on: boolean): Options => ({
  ...(on ? REAL_LIFE : {}),
  ...differing(house),
})

const USUAL_FOR_STRANGERS: Options = OF_THE_PLACE

/** Count the points in which a table differs from its rule set; the shuffling of its place is
 * none. */
export const pointsOf = (house: Options): number =>
  Object.entries(differing(house)).filter(([name, value]) => USUAL_FOR_STRANGERS[name] !== value)
    .length

/** Describe a rule set: "French, with 2 changes". */
export function ruleSetText(words: Words, { preset, house }: RuleSet): string {
  const rules = presetName(words, preset)
  const count = pointsOf(house)
  return count ? words('ui.house.differs', { rules, count }) : rules
}

/** Whether two tables play by the same rules, help aside. */
export const isSame = (one: RuleSet, other: RuleSet): boolean =>
  one.preset === other.preset && canonical(one.house) === canonical(other.house)

const canonical = (house: Options): string =>
  JSON.stringify(Object.entries(differing(house)).sort(([a], [b]) => (a < b ? -1 : 1)))

/** Write options as they stand in an address. */
const inAddress = (house: Options): Record<string, string> =>
  Object.fromEntries(
    Object.entries(house).map(([key, value]) => [
      key,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )

/** Return the query of these rules: what differs, and what the page wants besides. */
export const queryOf = (house: Options, besides: Record<string, string> = {}): string =>
  String(new URLSearchParams({ ...inAddress(house), ...besides }))

/** Fetch every option of these rules in the server's words. */
export const fetchRules = ({ preset, house }: RuleSet, lang: string): Promise<HouseRules> =>
  get<HouseRules>(`/api/rules/${preset}?${queryOf(house, { lang })}`)

/** Return the address of the rule card, in a language. */
export const cardAddress = ({ preset, house }: RuleSet, lang: string): string =>
  `/rules/${preset}?${queryOf(house, { lang })}`

const PAGE_QUERY = ['lang', 'format', 'sources']

/** Return the rules that an address names, as a rule card or a page of the client has it; null
 * where it names none. */
export function rulesIn(address: string): RuleSet | null {
  const [, name = '', query = ''] = address.match(/rules\/([\w-]+)(?:\?([^#]*))?/) ?? []
  if (!PRESETS.includes(name)) return null
  const asked = [...new URLSearchParams(query)].filter(([key]) => !PAGE_QUERY.includes(key))
  return {
    preset: name,
    house: Object.fromEntries(asked.map(([key, text]) => [key, valueOf(text)])),
  }
}

/** Parse a value from an address: a number, a list, true, false; else a word. */
function valueOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
