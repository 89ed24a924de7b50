// Whether the browser has a network: by what it says, and by requests that find no server.

/** `kept`: what play without a network needs is on this device. */
export const network = $state({ offline: navigator.onLine === false, kept: false })

/** Milliseconds until the server is asked again, where it did not answer. */
const AGAIN = 8000
let timer: ReturnType<typeof setTimeout> | undefined

/** A request was answered, or found nobody: then it is tried until one is. */
export function answered(there: boolean): void {
  network.offline = !there
  clearTimeout(timer)
  if (!there) timer = setTimeout(tryAgain, AGAIN)
}

function tryAgain(): void {
  fetch('/health').then(
    () => answered(true),
    () => answered(false),
  )
}

if (typeof window !== 'undefined') {
  addEventListener('online', () => (network.offline = false))
  addEventListener('offline', () => (network.offline = true))
}
