// Whether the browser has a network: by what it says, and by requests that find no server.

/** `kept`: what play without a network needs is on this device. */
export const network = $state({ offline: navigator.onLine === false, kept: false })

/** A request was answered, or found nobody. */
export function answered(there: boolean): void {
  network.offline = !there
}

if (typeof window !== 'undefined') {
  addEventListener('online', () => (network.offline = false))
  addEventListener('offline', () => (network.offline = true))
}
