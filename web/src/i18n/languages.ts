// The languages there are, their own names, and the choice among them.

import { load } from '../lib/storage'
import { LANGUAGES, RIGHT_TO_LEFT, VARIANTS } from '../net/constants'

type Variant = keyof typeof VARIANTS
export type Language = (typeof LANGUAGES)[number] | Variant

/** The languages and their variants, each after its language: what a person may choose. */
export const SPOKEN: readonly Language[] = LANGUAGES.flatMap((language) => [
  language,
  ...(Object.keys(VARIANTS) as Variant[]).filter((one) => VARIANTS[one] === language),
])

/** Return a language; a variant is preceded by the language of which it is one. */
export const layersOf = (language: Language): Language[] =>
  language in VARIANTS ? [VARIANTS[language as Variant], language] : [language]

/** Return the direction of a language's lines. */
export const directionOf = (language: string): 'ltr' | 'rtl' =>
  RIGHT_TO_LEFT.some((one) => one === language) ? 'rtl' : 'ltr'

/** Key of the settings in the browser's storage. */
export const SETTINGS_KEY = 'rebelote.settings'

/** Return the language or variant that a tag means, if it is spoken here. */
export function languageOf(tag: string): Language | undefined {
  const [whole, short] = [tag.toLowerCase(), tag.slice(0, 2).toLowerCase()]
  return SPOKEN.find((one) => one.toLowerCase() === whole) ?? LANGUAGES.find((one) => one === short)
}

/** Return the first language of the browser's preferences that is spoken here. */
export const ownLanguage = (): Language =>
  navigator.languages.map(languageOf).find((one) => one !== undefined) ?? 'en'

/** Return the language that was chosen here before, or the browser's own. */
export function chosenLanguage(): Language {
  const chosen = (load(SETTINGS_KEY) as { language?: unknown } | undefined)?.language
  return SPOKEN.find((language) => language === chosen) ?? ownLanguage()
}
