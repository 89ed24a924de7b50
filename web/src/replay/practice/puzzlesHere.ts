// Puzzles of this device, without a server: the answers given, and those of the last days.

import { t } from '../../i18n/language.svelte'
import { load, save } from '../../lib/storage'
import { get } from '../../net/api'
import type { PuzzleArchive, PuzzleOfTheDay } from '../../net/messages'
import { askEither, askHere, type Answered } from '../../offline/askAnywhere'
import type { LocalRequest } from '../../offline/protocol'

const KEY = 'rebelote.puzzles'
/** Answers that are kept; the oldest go first. */
const KEPT = 500

/** Return the day in UTC, which changes the puzzle everywhere at once. */
export const today = (): string => new Date().toISOString().slice(0, 10)

/** Return the answers given on this device, by game and day. */
export function choicesHere(): Record<string, string> {
  const kept = load(KEY)
  return kept && typeof kept === 'object' ? (kept as Record<string, string>) : {}
}

/** Keep the first answer to a puzzle of this device. */
export function keepChoice({ preset, day }: PuzzleOfTheDay, choice: string): void {
  const key = `${preset}/${day}`
  const all = Object.entries({ [key]: choice, ...choicesHere() })
  const others = all.filter(([one]) => one !== key)
  const [own] = all.filter(([one]) => one === key)
  save(KEY, Object.fromEntries([...others.slice(1 - KEPT), own!]))
}

/** Fetch the puzzles of the last days of a game; `here`: those of this device. */
export async function fetchArchive(game: string, here = false): Promise<Answered<PuzzleArchive>> {
  const local: LocalRequest = {
    of: 'puzzles',
    preset: game,
    day: today(),
    choices: choicesHere(),
  }
  return here
    ? { answer: await askHere<PuzzleArchive>(local), here }
    : askEither(() => get(`/api/puzzles?preset=${game}`), local, t('ui.offline.unkept'))
}
