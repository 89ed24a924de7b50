// The words that a rule set overrides at its tables; only the table needs them.

import { speakAt } from '../i18n/language.svelte'
import { layersOf, type Language } from '../i18n/languages'
import { overruledOutside } from './games'
import { OVERRULED, TABLE_WORDS, VARIANTS_AT_TABLES } from './tableWords'

const KEPT: Record<string, Record<string, Record<string, string>>> = OVERRULED
const FOLDERS: Record<string, string> = TABLE_WORDS
const SPOKEN_THERE: Record<string, Partial<Record<Language, Language>>> = VARIANTS_AT_TABLES

/** Return these words in a language. */
export function overruledBy(preset: string, language: Language): Record<string, string> {
  const result = overruledOutside(preset) ?? KEPT[FOLDERS[preset] ?? ''] ?? {}
  const said = layersOf(language).map((one) => result[one])
  return Object.assign({}, ...said) as Record<string, string>
}

/** Return the language of these tables for a chosen one: klaverjas is Dutch, not Flemish. */
export const spokenAt = (preset: string, language: Language): Language =>
  SPOKEN_THERE[FOLDERS[preset] ?? '']?.[language] ?? language

/** Say what follows as at tables of a rule set. */
export const speakAtTable = (preset: string): void =>
  speakAt(
    (language) => overruledBy(preset, language),
    (language) => spokenAt(preset, language),
  )
