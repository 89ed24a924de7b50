// The moment at which prefetching disturbs nobody: the page is drawn and everything that it shows
// is loaded.

/** Milliseconds to wait for idle time at most. */
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
