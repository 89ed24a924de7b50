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

/** Whether data may be charged for. Where a browser says nothing, only a device with a mouse is
 * believed to be at home. */
export function isMetered(line: Line | undefined, atDesk: boolean): boolean {
  if (!line) return !atDesk
  const slow = line.effectiveType !== undefined && line.effectiveType !== '4g'
  return line.saveData === true || line.type === 'cellular' || slow
}

export async function keepByItself(): Promise<void> {
  const { connection } = navigator as Navigator & { connection?: Line }
  const atDesk = matchMedia('(pointer: fine)').matches
  if (!settings.keepOffline || !canKeep() || isMetered(connection, atDesk)) return
  await whenIdle()
  if ((await isKept()) || !settings.keepOffline) return
  await keep()
  // Firefox, which does not tell about its line, would ask the person out of the blue.
  if (connection) askToStay()
}
