// Registers the service worker, and tells it what this page has loaded.

import { setWaiting } from './serviceWorker'

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
  setWaiting(registration.waiting)
  nameLoaded(registration.waiting)
  nameLoaded(registration.active)
  // The browser may have looked for a newer one as this page was opened.
  follow(registration.installing)
  registration.addEventListener('updatefound', () => follow(registration.installing))
}

function follow(coming: ServiceWorker | null): void {
  nameLoaded(coming)
  coming?.addEventListener('statechange', () => {
    if (coming.state === 'installed' && navigator.serviceWorker.controller) setWaiting(coming)
  })
}

/** Name the files of this page to a service worker that has not served them: it keeps those that
 * not every reader needs. */
function nameLoaded(worker: ServiceWorker | null): void {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
  worker?.postMessage({ loaded })
}
