// Registers the service worker, and lets a newer version of the page take over where it disturbs
// nobody.

import { saveToTab, loadFromTab } from '../lib/storage'

let waiting: ServiceWorker | null = null

/** Without a service worker everything works except offline use. */
export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return
  const served = navigator.serviceWorker.controller !== null
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (served) location.reload()
    else nameLoaded(navigator.serviceWorker.controller)
  })
  void navigator.serviceWorker.register('/sw.js').then(
    (result?: ServiceWorkerRegistration) => result && watch(result),
    () => null,
  )
}

function watch(registration: ServiceWorkerRegistration): void {
  waiting = registration.waiting
  nameLoaded(waiting)
  nameLoaded(registration.active)
  registration.addEventListener('updatefound', () => {
    const coming = registration.installing
    nameLoaded(coming)
    coming?.addEventListener('statechange', () => {
      if (coming.state === 'installed' && navigator.serviceWorker.controller) waiting = coming
    })
  })
}

/** Name the files of this page to a service worker that has not served them: it keeps those that
 * not every reader needs. */
function nameLoaded(worker: ServiceWorker | null): void {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
  worker?.postMessage({ loaded })
}

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
