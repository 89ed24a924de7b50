// How is the page there without a network, and how does a newer one take over? By its service worker.

import { saveToTab, loadFromTab } from '../lib/storage'

let waiting: ServiceWorker | null = null

/** Ask the browser to keep the page's shell; where it does not, everything works but without a network. */
export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return
  const served = navigator.serviceWorker.controller !== null
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (served) location.reload()
  })
  void navigator.serviceWorker.register('/sw.js').then(
    (found?: ServiceWorkerRegistration) => found && watch(found),
    () => null,
  )
}

function watch(registration: ServiceWorkerRegistration): void {
  waiting = registration.waiting
  registration.addEventListener('updatefound', () => {
    const coming = registration.installing
    coming?.addEventListener('statechange', () => {
      if (coming.state === 'installed' && navigator.serviceWorker.controller) waiting = coming
    })
  })
}

const RELOADED = 'rebelote.reloaded'
const RELOAD_EVERY = 60_000

/** Load the page again, as the server has another version of it; false where that was done just now and helped nothing. */
export function reloadOnce(): boolean {
  const last = loadFromTab(RELOADED)
  if (typeof last === 'number' && Date.now() - last < RELOAD_EVERY) return false
  saveToTab(RELOADED, Date.now())
  void newest().then(() => location.reload())
  return true
}

/** Once the newest page has been fetched, where a service worker keeps it. */
async function newest(): Promise<void> {
  try {
    await (await navigator.serviceWorker?.getRegistration())?.update()
  } catch {
    // Without a network the page that is kept is the newest.
  }
  activateUpdate()
}

/** Let a newer page take over, now that nobody is in the midst of anything. */
export function activateUpdate(): void {
  waiting?.postMessage('take over')
  waiting = null
}
