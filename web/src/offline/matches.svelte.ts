// Matches played without a network that are kept on this device, and how they are handed in.

import { ensureGuest } from '../account/me.svelte'
import { post, Refusal } from '../net/api'
import type { OfflineMatch, PlayedMatch } from '../net/messages'
import { openStore, type KeptMatch, type Store } from './store'

/** Refusals of a match that will not pass by themselves. */
const FOR_GOOD: readonly string[] = ['wrong-match-record', 'match-too-long', 'too-large']

/** All that are kept, the last first. */
export const matches = $state<{ kept: KeptMatch[] }>({ kept: [] })

async function using<T>(act: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore()
  try {
    return await act(store)
  } finally {
    store.close()
  }
}

/** Read again what is kept. */
export async function loadMatches(): Promise<void> {
  matches.kept = await using((store) => store.matches())
}

export const waiting = (): KeptMatch[] => matches.kept.filter(({ state }) => state === 'waiting')

/** Hand in every match that waits, the oldest first; throws why one was not taken. */
export async function handIn(): Promise<void> {
  await ensureGuest()
  let refused: Refusal | null = null
  try {
    for (const match of waiting().toReversed()) {
      const why = await handInOne(match)
      refused ??= why
      const state = why?.code ?? 'handed-in'
      await using((store) => store.mark({ ...$state.snapshot(match), state }))
    }
  } finally {
    await loadMatches()
  }
  if (refused) throw refused
}

/** Why a match is refused for good; null where it is taken. Throws where it may be handed in later. */
async function handInOne({ proof }: KeptMatch): Promise<Refusal | null> {
  try {
    const asked: OfflineMatch = { record: proof }
    await post<PlayedMatch>('/api/me/offline-matches', asked)
    return null
  } catch (error) {
    if (error instanceof Refusal && FOR_GOOD.includes(error.code)) return error
    throw error
  }
}
