// Which code does a page need besides the start's? It is fetched before the page is shown, so that nothing flashes.

import type { Route } from './routes'

const LOADERS = {
  table: () => import('./chunks/table'),
  papers: () => import('./chunks/pages'),
  order: () => import('../moderation/Moderation.svelte'),
}

export type Part = keyof typeof LOADERS
type Parts = { [P in Part]?: Awaited<ReturnType<(typeof LOADERS)[P]>> }

/** What has been fetched. No signal: whatever shows a part reads first what it is shown for, which is set once it is there. */
export const parts: Parts = {}

export function partOf(page: Route['page']): Part | null {
  if (page === 'start') return null
  if (page === 'table' || page === 'join') return 'table'
  return page === 'order' ? 'order' : 'papers'
}

/** Fetch a part; the same again costs nothing. Rejects where it cannot be fetched. */
export async function fetchPart<P extends Part>(part: P): Promise<NonNullable<Parts[P]>> {
  const found = (parts[part] ?? (await LOADERS[part]())) as NonNullable<Parts[P]>
  parts[part] = found
  return found
}

/** Fetch what this page needs. */
export async function fetchPage(page: Route['page']): Promise<void> {
  const part = partOf(page)
  if (part) await fetchPart(part)
}
