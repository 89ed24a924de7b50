// The set of files for play without a network: kept in a cache of its own, and answered from there by
// the service worker.

import storingFile from './storingWorker?worker&url'
import workerFile from './worker?worker&url'
import { network } from '../net/network.svelte'
import { CACHE } from './storing'

declare const __OFFLINE_SET__: { files: string[] } | null

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

let keeping: Promise<void> | undefined

/** Fetch and keep it; whoever asks meanwhile waits for the same. */
export const keep = (): Promise<void> => (keeping ??= store().finally(() => (keeping = undefined)))

async function store(): Promise<void> {
  await navigator.serviceWorker.ready
  const worker = new Worker(storingFile, { type: 'module' })
  try {
    await new Promise<void>((stored, failed) => {
      worker.onmessage = ({ data }: MessageEvent<string>) =>
        data ? failed(new TypeError(data)) : stored()
      worker.onerror = () => failed(new TypeError(storingFile))
      worker.postMessage(files())
    })
  } finally {
    worker.terminate()
  }
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
