// Hints at a table of the server: a device that computes is sent the position.

import type { Thought, View } from '../net/messages'
import { askNearest } from './askNearest'
import { askLocally, isAwake, isFree } from './localLessons'
import { computes } from './speed'

/** Whether this device would give a hint at once. One that could is woken for the next. */
export async function hintsHere(): Promise<boolean> {
  if (!(await computes().catch(() => false))) return false
  if (!isAwake()) void askLocally({ of: 'speed' }).catch(() => null)
  return isFree()
}

/** Return a hint for a position; null where the server is to be asked. */
export const hintHere = (view: View, seed: number): Promise<Thought | null> =>
  askNearest<Thought | null>(
    () => ({ of: 'hint', seed, view }),
    () => Promise.resolve(null),
  ).catch(() => null)
