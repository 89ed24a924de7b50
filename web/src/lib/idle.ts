// When has the browser nothing better to do? Once the page is drawn and everything that it shows is there.

/** Milliseconds to wait for a quiet moment at most. */
const PATIENCE = 3000

export async function whenIdle(): Promise<void> {
  if (document.readyState !== 'complete')
    await new Promise((loaded) => addEventListener('load', loaded, { once: true }))
  await new Promise<unknown>((quiet) =>
    'requestIdleCallback' in window
      ? requestIdleCallback(quiet, { timeout: PATIENCE })
      : setTimeout(quiet, 300),
  )
}
