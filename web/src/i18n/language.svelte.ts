// The current language and its words; loads a catalogue when it is first used.

import { catalogue } from './catalogues'
import type { Language } from './languages'
import { settings } from '../settings/settings.svelte'
import { wordsOf, type Words } from './words'

let spoken = $state.raw<{ language: Language; words: Words; indices: Words } | null>(null)

/** Load the language of the settings; they may change meanwhile, as an account brings its own. */
export async function loadLanguage(): Promise<void> {
  const { language, indices } = settings
  const [own, onCards] = await Promise.all([
    catalogue(language),
    catalogue(indices === 'auto' ? language : indices),
  ])
  if (language !== settings.language || indices !== settings.indices) return loadLanguage()
  spoken = { language, words: wordsOf(own), indices: wordsOf(onCards) }
  document.documentElement.lang = language
}

/** The words of the language on show. */
export const t: Words = Object.assign((...args: Parameters<Words>) => heard().words(...args), {
  coded: (key: string, otherwise: string) => heard().words.coded(key, otherwise),
})

/** The words of the index on the cards. */
export const indexWords = (): Words => heard().indices

function heard() {
  if (!spoken) throw new Error('speak() first')
  return spoken
}
