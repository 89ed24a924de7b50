// The table's code for other pages, loaded with all words once one of them needs it.

import { withWords } from '../i18n/language.svelte'

type Exports = typeof import('./exports')

let exports: Exports | undefined

/** Load it once; rejects where it cannot be loaded. */
export const loadTable = async (): Promise<Exports> =>
  (exports ??= await withWords(import('./exports')))

/** It, if it is loaded. */
export const loadedTable = (): Exports | undefined => exports
