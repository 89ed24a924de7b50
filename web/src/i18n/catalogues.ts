// Catalogues of words, a file for each language, loaded once.

import { wordsOfGames } from '../net/games'
import type { Language } from './languages'
import type { Catalogue } from './words'

const files = import.meta.glob<Catalogue>('../../../src/rebelote/i18n/*.json', {
  import: 'default',
})

export async function catalogue(language: Language): Promise<Catalogue> {
  const load = files[`../../../src/rebelote/i18n/${language}.json`]
  if (!load) throw new Error(`no catalogue for ${language}`)
  return { ...(await load()), ...wordsOfGames(language) }
}
