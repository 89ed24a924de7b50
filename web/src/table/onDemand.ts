// The table's code for other pages, loaded with all words once one of them needs it.

import { withWords } from '../i18n/language.svelte'
import { whenIdle } from '../lib/idle'

type Exports = typeof import('./exports')

let exports: Exports | undefined

/** Load it once; rejects where it cannot be loaded. */
export const loadTable = async (): Promise<Exports> =>
  (exports ??= await withWords(import('./exports')))

/** Whether what play without a network needs is kept here; `network.kept` says so from then on. */
export const checkKept = (): Promise<boolean> =>
  loadTable().then(
    ({ isKept }) => isKept(),
    () => false,
  )

export const loadedTable = (): Exports | undefined => exports

/** Loading it takes longer than so many milliseconds on a slow line. */
const SLOW = 1500
/** Milliseconds for which a slow line is then left to who begins to play. */
const PAUSE = 2000

let spare: Promise<void> | undefined

/** When the line is free for what may wait: the table's code is here, for which most wait first. */
export const whenSpare = (): Promise<void> => (spare ??= untilSpare())

async function untilSpare(): Promise<void> {
  await whenIdle()
  const began = performance.now()
  await loadTable().catch(() => null)
  if (performance.now() - began > SLOW) await new Promise((passed) => setTimeout(passed, PAUSE))
}
