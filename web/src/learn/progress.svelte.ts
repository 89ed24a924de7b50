// The progress in learning: lessons that are done, here and as the server knows, and the level of
// the counting trainer.

import { me } from '../account/me.svelte'
import { request } from '../net/api'
import type { LessonsDone } from '../net/messages'
import { load, save } from '../lib/storage'

const KEY = 'rebelote.learn'

export interface Progress {
  /** Names of lessons, and `deal` for the guided one. */
  done: string[]
  /** Level of the counting trainer. */
  counting: number
}

export const NOTHING: Progress = { done: [], counting: 1 }

/** Read saved progress, and forget whatever cannot be read. */
export function progressFrom(saved: unknown): Progress {
  const { done, counting } = (saved ?? {}) as { done?: unknown; counting?: unknown }
  return {
    done: Array.isArray(done) ? done.filter((name) => typeof name === 'string') : [],
    counting: Number.isInteger(counting) && Number(counting) > 0 ? Number(counting) : 1,
  }
}

export const progress: Progress = $state(progressFrom(load(KEY)))

/** Mark a lesson as done, by the first of the names under which it is remembered. */
export function finish([name, ...old]: string[]): void {
  const known = [name, ...old].some((stored) => stored && progress.done.includes(stored))
  if (name && !known) progress.done = [...progress.done, name]
  keep()
  void shareDone()
}

/** Put together what was done here and on other devices; without a network it is done next time. */
export async function shareDone(): Promise<void> {
  if (!me.now) return
  const { done } = $state.snapshot(progress)
  const known = await request<LessonsDone>('PUT', '/api/me/lessons', { done }).catch(() => null)
  const more = known?.done.filter((name) => !progress.done.includes(name)) ?? []
  if (!more.length) return
  progress.done = [...progress.done, ...more]
  keep()
}

/** Set the level of the deals to count in. */
export function countAt(level: number): void {
  progress.counting = level
  keep()
}

const keep = (): void => save(KEY, $state.snapshot(progress))
