// How is the page there without a network, and how does a newer one take over? By its service worker.

let waiting: ServiceWorker | null = null

/** Ask the browser to keep the page's shell; where it does not, everything works but without a network. */
export function keepShell(): void {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return
  const served = navigator.serviceWorker.controller !== null
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (served) location.reload()
  })
  void navigator.serviceWorker.register('/sw.js').then((found?: ServiceWorkerRegistration) => found && watch(found), () => null)
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

/** Let a newer page take over, now that nobody is in the midst of anything. */
export function takeOver(): void {
  waiting?.postMessage('take over')
  waiting = null
}
