// A page of another version than its server reloads, but never over and over.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test, vi } from 'vitest'
import { reloadOnce } from '../../src/net/serviceWorker'
import { openPage, type Page } from '../support/page'

let page: Page

beforeEach(() => {
  page = openPage({ protocol: 'http:', host: 'here' })
  vi.useFakeTimers({ now: 1e12 })
})
afterEach(() => void vi.useRealTimers())

test('the page is loaded again once, and not a second time at once', async () => {
  assert.equal(reloadOnce(), true)
  assert.equal(reloadOnce(), false)
  await vi.advanceTimersByTimeAsync(0)
  assert.equal(page.reload.mock.calls.length, 1)
})

test('after a minute it may be tried again', async () => {
  reloadOnce()
  vi.setSystemTime(1e12 + 59_000)
  assert.equal(reloadOnce(), false)
  vi.setSystemTime(1e12 + 60_000)
  assert.equal(reloadOnce(), true)
  await vi.advanceTimersByTimeAsync(0)
  assert.equal(page.reload.mock.calls.length, 2)
})

test('the newest page is fetched before it is loaded', async () => {
  const steps: string[] = []
  page.reload.mockImplementation(() => steps.push('reload'))
  const update = () => Promise.resolve().then(() => void steps.push('update'))
  vi.stubGlobal('navigator', {
    serviceWorker: { getRegistration: () => Promise.resolve({ update }) },
  })
  reloadOnce()
  await vi.advanceTimersByTimeAsync(0)
  assert.deepEqual(steps, ['update', 'reload'])
})

test('without a network the page that is kept is loaded', async () => {
  vi.stubGlobal('navigator', {
    serviceWorker: { getRegistration: () => Promise.reject(new Error('offline')) },
  })
  reloadOnce()
  await vi.advanceTimersByTimeAsync(0)
  assert.equal(page.reload.mock.calls.length, 1)
})
