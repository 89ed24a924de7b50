import { afterEach, expect, test, vi } from 'vitest'

import { keepByItself } from '../../src/offline/keepByItself'
import { askToStay, keep } from '../../src/offline/set'

afterEach(() => vi.unstubAllGlobals())

/** A browser that can store, whose person leaves every question unanswered. */
function browser(connection?: object) {
  const stored = new Set<string>()
  const cache = {
    match: (file: string) => Promise.resolve(stored.has(file)),
    put: (file: string) => Promise.resolve(void stored.add(file)),
  }
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('')))
  const persist = vi.fn(() => new Promise<boolean>(() => {}))
  vi.stubGlobal('caches', { open: () => Promise.resolve(cache), match: cache.match })
  vi.stubGlobal('navigator', {
    serviceWorker: { ready: Promise.resolve() },
    storage: { persist },
    connection,
  })
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  return { stored, persist }
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
  await keepByItself()
  expect(silent.stored.size).toBeGreaterThan(0)
  expect(silent.persist).not.toHaveBeenCalled()
  const answering = browser({ type: 'wifi', effectiveType: '4g' })
  await keepByItself()
  expect(answering.persist).toHaveBeenCalledOnce()
})
