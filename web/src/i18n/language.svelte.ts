// The current language and its words. The start page has its own as it is drawn; all others come
// with the code of any other page (`loadLanguage`).

import { untrack } from 'svelte'
import { deck } from '../cards/deck.svelte'
import { catalogue, startCatalogue } from './catalogues'
import { tagOf } from './digits'
import { directionOf, type Language } from './languages'
import { settings } from '../settings/settings.svelte'
import { wordsOf, type Catalogue, type Key, type Values, type Words } from './words'

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
/** The language spoken at a table on show, given the chosen one. */
type Variant = (language: Language) => Language
const AS_CHOSEN: Variant = (language) => language
let variant = AS_CHOSEN

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

/** Wait for code that is loaded later, and for all words. */
export async function withWords<T>(code: Promise<T>): Promise<T> {
  const [loaded] = await Promise.all([code, loadLanguage()])
  return loaded
}

/** Load the words of the start page, or all once they were asked for, in the language of the
 * settings; they may change meanwhile, as an account brings its own. */
export async function loadWords(): Promise<void> {
  const { indices, arabicDigits } = settings
  const language = variant(settings.language)
  const onCards = indices === 'auto' ? language : indices
  const asked = { language, onCards, arabicDigits, complete }
  if (isSpoken(asked)) return
  const [own, ofCards] = await Promise.all([
    complete ? catalogue(language) : startCatalogue(language),
    startCatalogue(onCards),
  ])
  const changed = language !== variant(settings.language) || indices !== settings.indices
  if (changed || asked.complete !== complete) return loadWords()
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

/** Say what follows as at a table with these words of its own, which may be those of a variant of
 * the language; without any, as everywhere else. */
export function speakAt(words: OwnWords = NONE, spokenThere = AS_CHOSEN): void {
  const before = atTable
  atTable = words
  variant = spokenThere
  untrack(() => {
    replaceWords(before, words)
    if (spoken && spoken.language !== variant(settings.language)) void loadWords().catch(asBefore)
  })
}

/** Without a network a variant may not be here: the words of its language are. */
const asBefore = (): void => undefined

/** Untracked, as an effect that says which words hold must not run again because they changed. */
function replaceWords(before: OwnWords, words: OwnWords): void {
  if (!spoken) return
  const { language, own, arabicDigits } = spoken
  const changed = [before, words].some((of) => Object.keys(of(language)).length)
  if (changed) spoken = { ...spoken, words: wordsAt(own, language, arabicDigits) }
}

/** Return the key by which the deck in use calls a suit: a spade of Hungarian cards is a leaf. Before
 * all words are here it is a spade, as the code of a server's answer always is. */
const onCards = (key: Key): Key =>
  spoken?.complete && /^suit\.[SHDC]$/.test(key)
    ? (key.replace('suit.', deck.now.suitKey) as Key)
    : key

/** The words of the language on show. */
export const t: Words = Object.assign(
  (key: Key, values?: Values) => received().words(onCards(key), values),
  {
    coded: (key: string, otherwise: string) => received().words.coded(key, otherwise),
  },
)

/** Return the words of the index on the cards. */
export const indexWords = (): Words => received().indices

function received() {
  if (!spoken) throw new Error('speak() first')
  return spoken
}
