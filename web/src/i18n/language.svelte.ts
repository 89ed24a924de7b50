// The current language and its words; loads a catalogue when it is first used.

import { untrack } from 'svelte'
import { catalogue } from './catalogues'
import type { Language } from './languages'
import { settings } from '../settings/settings.svelte'
import { wordsOf, type Catalogue, type Words } from './words'

interface Spoken {
  language: Language
  own: Catalogue
  words: Words
  indices: Words
}

let spoken = $state.raw<Spoken | null>(null)
/** The words of their own that a table on show has, in a language. */
type OwnWords = (language: Language) => Record<string, string>
const NONE: OwnWords = () => ({})
let atTable = NONE

/** Load the language of the settings; they may change meanwhile, as an account brings its own. */
export async function loadLanguage(): Promise<void> {
  const { language, indices } = settings
  const [own, onCards] = await Promise.all([
    catalogue(language),
    catalogue(indices === 'auto' ? language : indices),
  ])
  if (language !== settings.language || indices !== settings.indices) return loadLanguage()
  spoken = { language, own, words: wordsAt(own, language), indices: wordsOf(onCards) }
  document.documentElement.lang = language
}

const wordsAt = (own: Catalogue, language: Language): Words =>
  wordsOf({ ...own, ...atTable(language) })

/** Say what follows as at a table with these words of its own; without any, as everywhere else. */
export function speakAt(words: OwnWords = NONE): void {
  const before = atTable
  atTable = words
  untrack(() => replaceWords(before, words))
}

/** Untracked, as an effect that says which words hold must not run again because they changed. */
function replaceWords(before: OwnWords, words: OwnWords): void {
  if (!spoken) return
  const { language, own } = spoken
  const changed = [before, words].some((of) => Object.keys(of(language)).length)
  if (changed) spoken = { ...spoken, words: wordsAt(own, language) }
}

/** The words of the language on show. */
export const t: Words = Object.assign((...args: Parameters<Words>) => received().words(...args), {
  coded: (key: string, otherwise: string) => received().words.coded(key, otherwise),
})

/** The words of the index on the cards. */
export const indexWords = (): Words => received().indices

function received() {
  if (!spoken) throw new Error('speak() first')
  return spoken
}
