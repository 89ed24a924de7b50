// Whether there is a network, by requests that are answered or not.

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answered, network } from '../../src/net/network.svelte'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  answered(true)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a server that does not answer is asked again until it does', async () => {
  const replies = [false, true]
  const fetch = vi.fn(() => (replies.shift() ? Promise.resolve() : Promise.reject(new Error())))
  vi.stubGlobal('fetch', fetch)
  answered(false)
  expect(network.offline).toBe(true)
  await vi.advanceTimersByTimeAsync(8000)
  expect(network.offline).toBe(true)
  await vi.advanceTimersByTimeAsync(8000)
  expect(network.offline).toBe(false)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(fetch).toHaveBeenCalledTimes(2)
})
