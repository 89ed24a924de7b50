// Which code does a page need besides the start's? It is fetched before the page is shown, so that nothing flashes.

import type { Route } from './routes'

const LOADERS = {
  table: () => import('./chunks/table'),
  pages: () => import('./chunks/pages'),
  moderation: () => import('../moderation/Moderation.svelte'),
}

export type Chunk = keyof typeof LOADERS
type Chunks = { [P in Chunk]?: Awaited<ReturnType<(typeof LOADERS)[P]>> }

/** What has been fetched. No signal: whatever shows a part reads first what it is shown for, which is set once it is there. */
export const chunks: Chunks = {}

export function chunkOf(page: Route['page']): Chunk | null {
  if (page === 'start') return null
  if (page === 'table' || page === 'join') return 'table'
  return page === 'moderation' ? 'moderation' : 'pages'
}

/** Fetch a part; the same again costs nothing. Rejects where it cannot be fetched. */
export async function loadChunk<C extends Chunk>(chunk: C): Promise<NonNullable<Chunks[C]>> {
  const found = (chunks[chunk] ?? (await LOADERS[chunk]())) as NonNullable<Chunks[C]>
  chunks[chunk] = found
  return found
}

/** Fetch what this page needs. */
export async function loadPage(page: Route['page']): Promise<void> {
  const chunk = chunkOf(page)
  if (chunk) await loadChunk(chunk)
}
