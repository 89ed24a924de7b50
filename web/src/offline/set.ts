// The set of files for play without a network: asked for by the player, kept by this page in a cache
// of its own, and answered from there by the service worker.

import workerFile from './worker?worker&url'
import { network } from '../net/network.svelte'
import { keepFile } from './shrink'

declare const __OFFLINE_SET__: { files: string[] } | null

/** The cache, whose name the service worker knows too. */
export const CACHE = 'rebelote-offline'
export const SIZE_MB = 8
const files = (): string[] => [...(__OFFLINE_SET__?.files ?? []), workerFile]

/** Whether this client was built with it, and this browser can keep it: only on secure pages. */
export const canKeep = (): boolean =>
  __OFFLINE_SET__ !== null && 'caches' in window && 'serviceWorker' in navigator

/** Whether all of it is kept, of this version of the page. */
export async function isKept(): Promise<boolean> {
  if (!canKeep()) return false
  const result = await Promise.all(files().map((file) => caches.match(file, { cacheName: CACHE })))
  network.kept = result.every(Boolean)
  return network.kept
}

/** Fetch and keep it; what is there already is not fetched again. */
export async function keep(): Promise<void> {
  await navigator.serviceWorker.ready
  const cache = await caches.open(CACHE)
  for (const file of files()) if (!(await cache.match(file))) await keepFile(cache, file)
  await isKept()
}

/** Ask the browser never to free its room. Firefox passes the question on, which the person may
 * leave unanswered, so nothing waits for the answer. */
export function askToStay(): void {
  void navigator.storage?.persist?.().catch(() => false)
}

/** Free its room again; matches stay. */
export async function discard(): Promise<void> {
  await caches.delete(CACHE)
  await isKept()
}
