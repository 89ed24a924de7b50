// The current language and its words. The start page has its own as it is drawn; all others come
// with the code of any other page (`loadLanguage`).

import { untrack } from 'svelte'
import { catalogue, startCatalogue } from './catalogues'
import { tagOf } from './digits'
import { directionOf, type Language } from './languages'
import { settings } from '../settings/settings.svelte'
import { wordsOf, type Catalogue, type Words } from './words'

interface Spoken {
  language: Language
  /** Whether it is all words, and not those of the start page alone. */
  complete: boolean
  /** The language of the indices on the cards. */
  onCards: Language
  /** Whether numbers are written with Arabic-Indic digits, where the language has them. */
  arabicDigits: boolean
  own: Catalogue
  words: Words
  indices: Words
}

let spoken = $state.raw<Spoken | null>(null)
/** Says in the page which language its text is in, and which way its lines run. */
let mark = (language: Language): void => {
  Object.assign(document.documentElement, { lang: language, dir: directionOf(language) })
}
/** The words of their own that a table on show has, in a language. */
type OwnWords = (language: Language) => Record<string, string>
const NONE: OwnWords = () => ({})
let atTable = NONE

/** Whether all words are asked for; once they are, they are for every language that follows. */
let complete = false

/** Say the language elsewhere: on a page of another site, which has its own. */
export function markLanguage(how: (language: Language) => void): void {
  mark = how
}

/** Load all words in the language of the settings. */
export async function loadLanguage(): Promise<void> {
  complete = true
  await loadWords()
}

/** Code that is loaded later, once all words are there as well. */
export async function withWords<T>(code: Promise<T>): Promise<T> {
  const [loaded] = await Promise.all([code, loadLanguage()])
  return loaded
}

/** Load the words of the start page, or all once they were asked for, in the language of the
 * settings; they may change meanwhile, as an account brings its own. */
export async function loadWords(): Promise<void> {
  const { language, indices, arabicDigits } = settings
  const onCards = indices === 'auto' ? language : indices
  const asked = { language, onCards, arabicDigits, complete }
  if (isSpoken(asked)) return
  const [own, ofCards] = await Promise.all([
    complete ? catalogue(language) : startCatalogue(language),
    startCatalogue(onCards),
  ])
  if (language !== settings.language || indices !== settings.indices || asked.complete !== complete)
    return loadWords()
  if (isSpoken(asked)) return
  const words = wordsAt(own, language, arabicDigits)
  spoken = { ...asked, own, words, indices: wordsOf(ofCards) }
  mark(language)
}

type Asked = Pick<Spoken, 'language' | 'onCards' | 'arabicDigits' | 'complete'>
const isSpoken = (asked: Asked): boolean =>
  spoken !== null &&
  spoken.language === asked.language &&
  spoken.onCards === asked.onCards &&
  spoken.arabicDigits === asked.arabicDigits &&
  spoken.complete === asked.complete

function wordsAt(own: Catalogue, language: Language, arabicDigits: boolean): Words {
  const tag = tagOf(own['language.tag'], arabicDigits)
  return wordsOf({ ...own, ...atTable(language), 'language.tag': tag })
}

/** Say what follows as at a table with these words of its own; without any, as everywhere else. */
export function speakAt(words: OwnWords = NONE): void {
  const before = atTable
  atTable = words
  untrack(() => replaceWords(before, words))
}

/** Untracked, as an effect that says which words hold must not run again because they changed. */
function replaceWords(before: OwnWords, words: OwnWords): void {
  if (!spoken) return
  const { language, own, arabicDigits } = spoken
  const changed = [before, words].some((of) => Object.keys(of(language)).length)
  if (changed) spoken = { ...spoken, words: wordsAt(own, language, arabicDigits) }
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
