// House rules: a rule set and the options in which a table differs from it, by their flat names.

import { PRESET_FACTS, REAL_LIFE } from '../net/constants'

export type Options = Record<string, unknown>

/** A rule set and what differs from it. */
export interface HouseRules {
  preset: keyof typeof PRESET_FACTS
  house: Options
}

const USUAL_IN_REAL_LIFE: Options = REAL_LIFE

export const inRealLife = (house: Options): boolean => house.assistance === REAL_LIFE.assistance

/** The same options with all help, or without any. */
export function withRealLife(house: Options, on: boolean): Options {
  const others = Object.entries(house).filter(([name]) => !(name in REAL_LIFE))
  return { ...Object.fromEntries(others), ...(on ? REAL_LIFE : {}) }
}

/** In how many points a table differs from its rule set; without help is a table of its own kind, and no point. */
export const pointsOf = (house: Options): number =>
  Object.entries(house).filter(([name, value]) => USUAL_IN_REAL_LIFE[name] !== value).length

/** The options of a table as they stand in the address of its rule card. */
const inAddress = (house: Options): Record<string, string> =>
  Object.fromEntries(
    Object.entries(house).map(([key, value]) => [
      key,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )

/** The query of these rules: what differs, and what the page wants besides. */
export const queryOf = (house: Options, besides: Record<string, string> = {}): string =>
  String(new URLSearchParams({ ...inAddress(house), ...besides }))

/** The address of the rule card, in a language. */
export const cardAddress = ({ preset, house }: HouseRules, lang: string): string =>
  `/rules/${preset}?${queryOf(house, { lang })}`
