// Lets a newer version of the page take over where it disturbs nobody.

import { saveToTab, loadFromTab } from '../lib/storage'

let waiting: ServiceWorker | null = null

/** Let this worker take over when that disturbs nobody. */
export const setWaiting = (worker: ServiceWorker | null): void => void (waiting = worker)

const RELOADED = 'rebelote.reloaded'
const RELOAD_EVERY = 60_000

/** Reload a page of another version than the server's; false where that was just done and did not help. */
export function reloadOnce(): boolean {
  const last = loadFromTab(RELOADED)
  if (typeof last === 'number' && Date.now() - last < RELOAD_EVERY) return false
  saveToTab(RELOADED, Date.now())
  void newest().then(() => location.reload())
  return true
}

/** The service worker must have the newest page first, or the reload would show the old one again. */
async function newest(): Promise<void> {
  try {
    await (await navigator.serviceWorker?.getRegistration())?.update()
  } catch {
    // Offline, the cached page is the newest there is.
  }
  activateUpdate()
}

/** Let a newer page take over, where nobody is in the middle of anything. */
export function activateUpdate(): void {
  waiting?.postMessage('take over')
  waiting = null
}
