import { afterEach, expect, test, vi } from 'vitest'

import { keepByItself } from '../../src/offline/keepByItself'
import { askToStay, keep } from '../../src/offline/set'
import { storeAll } from '../../src/offline/storing'

afterEach(() => vi.unstubAllGlobals())

/** The thread beside the page, in which the files are stored. */
class Thread {
  onmessage: (event: { data: string }) => void = () => undefined
  terminate = () => undefined
  postMessage(files: string[]): void {
    void storeAll(files).then(
      () => this.onmessage({ data: '' }),
      (error: unknown) => this.onmessage({ data: String(error) }),
    )
  }
}

/** A browser that can store, whose person leaves every question unanswered. */
function browser(connection?: object) {
  const stored = new Set<string>()
  const cache = {
    match: (file: string) => Promise.resolve(stored.has(file)),
    put: (file: string) => Promise.resolve(void stored.add(file)),
  }
  const fetch = vi.fn(() => Promise.resolve(new Response('')))
  vi.stubGlobal('Worker', Thread)
  vi.stubGlobal('fetch', fetch)
  const persist = vi.fn(() => new Promise<boolean>(() => {}))
  vi.stubGlobal('caches', { open: () => Promise.resolve(cache), match: cache.match })
  vi.stubGlobal('navigator', {
    serviceWorker: { ready: Promise.resolve() },
    storage: { persist },
    connection,
  })
  vi.stubGlobal('matchMedia', (asked: string) => ({ matches: asked === '(pointer: fine)' }))
  return { stored, persist, fetch }
}

test('a question that nobody answers does not hold up the storing', async () => {
  const { stored, persist } = browser()
  await keep()
  askToStay()
  expect(stored.size).toBeGreaterThan(0)
  expect(persist).toHaveBeenCalledOnce()
})

test('a browser that might pass the question on is not asked out of the blue', async () => {
  const silent = browser()
  await keepByItself(false)
  expect(silent.stored.size).toBeGreaterThan(0)
  expect(silent.persist).not.toHaveBeenCalled()
  const answering = browser({ type: 'wifi', effectiveType: '4g' })
  await keepByItself(false)
  expect(answering.persist).toHaveBeenCalledOnce()
})

test('whoever asks while it is stored waits for the same', async () => {
  const { stored, fetch } = browser()
  await Promise.all([keep(), keep()])
  expect(fetch).toHaveBeenCalledTimes(stored.size)
})

test('a line that is lost meanwhile is told, and the rest is stored the next time', async () => {
  const { stored, fetch } = browser()
  fetch.mockRejectedValueOnce(new TypeError('no network'))
  await expect(keep()).rejects.toThrow('no network')
  expect(stored.size).toBe(0)
  await keep()
  expect(stored.size).toBeGreaterThan(0)
})
