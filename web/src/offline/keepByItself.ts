// Stores the game for play without a network as soon as somebody plays: the line must cost nothing,
// and the player not have refused it.

import { settings } from '../settings/settings.svelte'
import { whenIdle } from '../lib/idle'
import { askToStay, canKeep, isKept, keep } from './set'

interface Line {
  saveData?: boolean
  type?: string
  effectiveType?: string
}

/** What tells whether a download is welcome. */
interface Signs {
  /** As the browser describes it: Safari and Firefox do not. */
  line: Line | undefined
  /** The person asks pages for little data. */
  sparing: boolean
  /** A device with a mouse, or an installed page. */
  atHome: boolean
  /** A match has been played to its end. */
  played: boolean
}

/** Whether the game is stored now. Without a description of the line only those are believed to want
 * it who are at home, or have played a whole match. */
export function isWelcome({ line, sparing, atHome, played }: Signs): boolean {
  if (sparing || line?.saveData || line?.type === 'cellular') return false
  return line ? (line.effectiveType ?? '4g') === '4g' : atHome || played
}

/** `played`: the match at the table has ended. */
export async function keepByItself(played: boolean): Promise<void> {
  const { connection: line } = navigator as Navigator & { connection?: Line }
  const has = (feature: string) => matchMedia(`(${feature})`).matches
  const sparing = has('prefers-reduced-data: reduce')
  const atHome = has('pointer: fine') || has('display-mode: standalone')
  if (!settings.keepOffline || !canKeep() || !isWelcome({ line, sparing, atHome, played })) return
  await whenIdle()
  if ((await isKept()) || !settings.keepOffline) return
  await keep()
  // Firefox, which does not tell about its line, would ask the person out of the blue.
  if (line) askToStay()
}
