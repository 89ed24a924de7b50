// Storing files for play without a network, in a worker: packing them would hold up a table.

import { keepFile } from './shrink'

/** The cache, whose name the service worker knows too. */
export const CACHE = 'rebelote-offline'

/** Fetch these files one after the other; what is there already is not fetched again. */
export async function storeAll(files: readonly string[]): Promise<void> {
  const cache = await caches.open(CACHE)
  for (const file of files) if (!(await cache.match(file))) await keepFile(cache, file)
}
