// Catalogue keys as words of the player's language, and the names of rule sets.

import { IntlMessageFormat } from 'intl-messageformat'

import type catalogue from '../../../src/rebelote/i18n/en.json'
import { hasArabicDigits, inArabicDigits } from './digits'
import { directionOf } from './languages'

export type Key = keyof typeof catalogue
export type Catalogue = Record<Key, string>
export type Values = Record<string, string | number>

export interface Words {
  (key: Key, values?: Values): string
  /** For codes that come from the server: the sentence, or what to say when there is none. */
  coded(key: string, otherwise: string): string
}

const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
const LEFT_TO_RIGHT = /[A-Za-z\u00c0-\u058f]/

/** Wrap what users have written in Unicode isolates where it runs the other way than the sentence,
 * so that it does not reorder the sentence around it. */
export const isolated = (text: string, within: 'ltr' | 'rtl' = 'ltr'): string =>
  (within === 'rtl' ? LEFT_TO_RIGHT : RIGHT_TO_LEFT).test(text) ? `\u2068${text}\u2069` : text

/** An ICU message: plurals by the language's rules, numbers as it writes them; `<` is a character. */
const icuMessage = (text: string, language: string) =>
  new IntlMessageFormat(text, language, undefined, { ignoreTag: true })

/** Return the values of a message, each isolated but those by which it chooses its words. */
const isolatedValues = (text: string, values: Values, within: 'ltr' | 'rtl'): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' && !text.includes(`{${name}, select`)
        ? isolated(value, within)
        : value,
    ]),
  )

export function wordsOf(catalogue: Catalogue): Words {
  const parsed = new Map<Key, IntlMessageFormat>()
  const way = directionOf(catalogue['language.tag'].slice(0, 2))
  const arabicDigits = hasArabicDigits(catalogue['language.tag'])
  const message = (key: Key) => {
    const result = parsed.get(key) ?? icuMessage(catalogue[key], catalogue['language.tag'])
    parsed.set(key, result)
    return result
  }
  const say = (key: Key, values: Values = {}) => {
    const text: string | undefined = catalogue[key]
    if (text === undefined) return key.slice(key.indexOf('.') + 1) // a code that has no sentence
    if (!text.includes('{')) return text
    const said = (own: Values) => String(message(key).format(own))
    const own = isolatedValues(text, values, way)
    return arabicDigits ? inArabicDigits(said, own) : said(own)
  }
  const coded = (key: string, otherwise: string) =>
    key in catalogue ? catalogue[key as Key] : otherwise
  return Object.assign(say, { coded })
}

/** Explain a refusal in the player's words; where the server failed, with the number in its log. */
export function refusalText(
  words: Words,
  refused: { code: string; message: string; reference?: string },
): string {
  const sentence = words.coded(`refusal.${refused.code}`, refused.message)
  return refused.reference ? `${sentence} ${refused.reference}` : sentence
}

/** Name a rule set of ours, or of a game from outside; any other by its bare name. */
export const presetName = (words: Words, preset: string): string =>
  words.coded(`preset.${preset}`, preset)

/** Return the distinctive feature of a rule set, in one sentence. */
export const presetHint = (words: Words, preset: string): string =>
  words.coded(`preset.${preset}.hint`, '')

/** Name the people who play by a rule set; empty for games from outside. */
export const presetPlayers = (words: Words, preset: string): string =>
  words.coded(`preset.${preset}.who`, '')

export const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1)

export const small = (text: string): string => text.charAt(0).toLocaleLowerCase() + text.slice(1)
