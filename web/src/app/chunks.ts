// Code that is loaded on demand. It is there before its page is shown, so that nothing flashes.

import type { Route } from './routes'

const LOADERS = {
  table: () => import('./chunks/table'),
  pages: () => import('./chunks/pages'),
  learn: () => import('./chunks/learn'),
  replay: () => import('./chunks/replay'),
  moderation: () => import('../moderation/Moderation.svelte'),
}

export type Chunk = keyof typeof LOADERS
type Chunks = { [P in Chunk]?: Awaited<ReturnType<(typeof LOADERS)[P]>> }

/** Chunks loaded so far. Not reactive: a component reads one only after the state that is set once it is loaded. */
export const chunks: Chunks = {}

/** The pages of matches that are looked at again, and of positions out of them. */
const REPLAY: readonly Route['page'][] = [
  'match',
  'together',
  'replay',
  'matches',
  'practice',
  'puzzle',
  'statistics',
]

export function chunkOf(page: Route['page']): Chunk | null {
  if (page === 'start') return null
  if (page === 'table' || page === 'join') return 'table'
  if (page === 'learn') return 'learn'
  if (REPLAY.includes(page)) return 'replay'
  return page === 'moderation' ? 'moderation' : 'pages'
}

/** Load a chunk once; rejects where it cannot be loaded. */
export async function loadChunk<C extends Chunk>(chunk: C): Promise<NonNullable<Chunks[C]>> {
  const found = (chunks[chunk] ?? (await LOADERS[chunk]())) as NonNullable<Chunks[C]>
  chunks[chunk] = found
  return found
}

/** Load what this page needs. */
export async function loadPage(page: Route['page']): Promise<void> {
  const chunk = chunkOf(page)
  if (chunk) await loadChunk(chunk)
}
