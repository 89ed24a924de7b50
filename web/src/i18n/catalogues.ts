// Catalogues of words: for each language a file with those of the start page, and one with all
// others; each is loaded once. `web/catalogueParts.ts` splits them.

import { wordsOfGames } from '../net/games'
import { layersOf, type Language } from './languages'
import type { Catalogue } from './words'

type Files = Record<string, () => Promise<Partial<Catalogue>>>

const ofStart: Files = import.meta.glob<Partial<Catalogue>>('../../../src/rebelote/i18n/*.json', {
  import: 'default',
  query: '?start',
})
const others: Files = import.meta.glob<Partial<Catalogue>>('../../../src/rebelote/i18n/*.json', {
  import: 'default',
  query: '?others',
})

/** Load a file of words. */
function load(files: Files, language: Language): Promise<Partial<Catalogue>> {
  const file = files[`../../../src/rebelote/i18n/${language}.json`]
  if (!file) throw new Error(`no catalogue for ${language}`)
  return file()
}

/** Load the words of the start page; the file of a variant has those of its language, too. */
export async function startCatalogue(language: Language): Promise<Catalogue> {
  return {
    ...(await load(ofStart, language)),
    ...wordsOfGames(layersOf(language)[0] ?? language),
  } as Catalogue
}

/** Load all words, those of a variant over those of its language. */
export async function catalogue(language: Language): Promise<Catalogue> {
  const later = layersOf(language).map((one) => load(others, one))
  const [start, ...rest] = await Promise.all([startCatalogue(language), ...later])
  return Object.assign({}, ...rest, start) as Catalogue
}
