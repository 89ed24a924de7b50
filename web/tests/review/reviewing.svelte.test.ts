// Deals are reviewed one after another, and what is made is kept while somebody wants it.
import { flushSync } from 'svelte'
import { afterEach, expect, test, vi } from 'vitest'

import type { Review } from '../../src/net/messages'
import { fetchReview } from '../../src/review/review'
import { Reviewing } from '../../src/review/reviewing.svelte'

const waiting = { ahead: 0, done: 0.5, seconds: 0, newcomer: false, reviewed: null }
const MADE = { ...waiting, done: 1, reviewed: { report: {}, calls: {} } } as unknown as Review

afterEach(() => vi.unstubAllGlobals())

test('each deal is asked for until it is reviewed, and kept until the page closes', async () => {
  const asked: string[] = []
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path)
    const again = asked.filter((one) => one === path).length > 1
    return Promise.resolve(new Response(JSON.stringify(again ? MADE : waiting)))
  })
  const deals = (number: number) => `/api/tables/t/deals/${number}/review`
  let search: Reviewing | undefined
  const close = $effect.root(() => {
    search = new Reviewing(() => ({ address: '/api/tables/t', deals: [2, 1] }), true)
  })
  flushSync()
  await vi.waitFor(() => expect(search?.over).toBe(true), { timeout: 5000 })
  expect(asked).toEqual([deals(2), deals(2), deals(1), deals(1)])
  expect([...search!.reviews.keys()]).toEqual([2, 1])
  const { signal } = new AbortController()
  const kept = () => fetchReview('/api/tables/t/deals/1', () => null, signal)
  expect(await kept()).toEqual(MADE)
  expect(asked).toHaveLength(4)
  close()
  expect(await kept()).toEqual(MADE)
  expect(asked).toHaveLength(5)
})
