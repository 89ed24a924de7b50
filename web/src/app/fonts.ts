// When the faces of the client are used. On a first visit they would delay the page or make its text
// jump: they are fetched once it is idle, and used from the next page or the end of a deal on. Later
// visits begin with them, for the browser has kept them.

import type { Language } from '../i18n/languages'
import { load, save } from '../lib/storage'
import { LANGUAGE_NAMES } from '../net/constants'
import { settings } from '../settings/settings.svelte'

const KEPT = 'rebelote.faces'
const FACES = ['Literata', "'Source Sans'"]
/** Letters of a language that its own name lacks and that are in another file. */
const FURTHER: Partial<Record<Language, string>> = { hr: 'č' }
/** Milliseconds that a page may wait for faces that should be there. */
const PATIENCE = 150

let here = false

/** Fetch them, a file for each script of the language; they are used from the next page on. */
export async function fetchFaces(): Promise<void> {
  const letters = `a${LANGUAGE_NAMES[settings.language]}${FURTHER[settings.language] ?? ''}`
  await Promise.all(FACES.map((face) => document.fonts.load(`1em ${face}`, letters)))
  here = true
  save(KEPT, true)
}

/** Use them if they are here: as a page follows another, or the paper at the end of a deal appears. */
export function useFaces(): void {
  if (here) document.documentElement.dataset.faces = ''
}

/** Use them on the first page where an earlier visit fetched them. */
export async function recallFaces(): Promise<void> {
  if (load(KEPT) !== true) return
  const late = new Promise((passed) => setTimeout(passed, PATIENCE))
  await Promise.race([fetchFaces().catch(() => null), late])
  useFaces()
}
