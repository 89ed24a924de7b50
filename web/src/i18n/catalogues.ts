// Catalogues of words: for each language a file with those of the start page, and one with all
// others; each is loaded once. `web/catalogueParts.ts` splits them.

import { wordsOfGames } from '../net/games'
import type { Language } from './languages'
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

async function part(files: Files, language: Language): Promise<Partial<Catalogue>> {
  const load = files[`../../../src/rebelote/i18n/${language}.json`]
  if (!load) throw new Error(`no catalogue for ${language}`)
  return load()
}

/** The words of the start page. */
export async function startCatalogue(language: Language): Promise<Catalogue> {
  return { ...(await part(ofStart, language)), ...wordsOfGames(language) } as Catalogue
}

/** All words. */
export async function catalogue(language: Language): Promise<Catalogue> {
  const parts = await Promise.all([startCatalogue(language), part(others, language)])
  return { ...parts[1], ...parts[0] }
}
