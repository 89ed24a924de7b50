// The languages there are, their own names, and the choice among them.

import { load } from '../lib/storage'
import { LANGUAGES, RIGHT_TO_LEFT } from '../net/constants'

export type Language = (typeof LANGUAGES)[number]

/** Which way the lines of a language run. */
export const directionOf = (language: string): 'ltr' | 'rtl' =>
  RIGHT_TO_LEFT.some((one) => one === language) ? 'rtl' : 'ltr'

/** Key of the settings in the browser's storage. */
export const SETTINGS_KEY = 'rebelote.settings'

/** The first that the browser prefers and that is spoken here. */
export function ownLanguage(): Language {
  const requested = navigator.languages.map((tag) => tag.slice(0, 2))
  return (
    LANGUAGES.find(
      (language) => language === requested.find((tag) => LANGUAGES.includes(tag as Language)),
    ) ?? 'en'
  )
}

/** The language that was chosen here before, or the browser's own. */
export function chosenLanguage(): Language {
  const chosen = (load(SETTINGS_KEY) as { language?: unknown } | undefined)?.language
  return LANGUAGES.find((language) => language === chosen) ?? ownLanguage()
}
