// The picker marks what is chosen, and asks the server for another; who is nobody becomes a guest first.
import assert from 'node:assert/strict'
import { render, screen, waitFor } from '@testing-library/svelte'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, test, vi } from 'vitest'
import { me } from '../../src/account/me.svelte'
import { AsyncAction } from '../../src/net/asyncAction.svelte'
import { PORTRAIT_COUNT } from '../../src/net/constants'
import { PORTRAITS } from '../../src/people/faces'
import PortraitPicker from '../../src/people/PortraitPicker.svelte'
import { speak } from '../support/table'

const ANN = { id: 'ann', name: 'Ann', account: false, role: '', settings: {}, portrait: 0 }
const asked: [string, string, unknown][] = []

beforeEach(async () => {
  await speak()
  asked.length = 0
  me.now = { ...ANN, portrait: 2 }
  vi.stubGlobal('fetch', (path: string, how?: RequestInit) => {
    const sent: unknown = typeof how?.body === 'string' ? JSON.parse(how.body) : null
    asked.push([how?.method ?? 'GET', path, sent])
    const mine = path === '/api/me' ? me.now : []
    const answer = path === '/api/me/portrait' ? { ...ANN, ...(sent as object) } : mine
    return Promise.resolve(new Response(JSON.stringify(answer)))
  })
})

test('there are as many portraits as the server knows', () => {
  assert.equal(PORTRAITS.length, PORTRAIT_COUNT)
})

test('what is chosen is marked, and another one is kept by the server', async () => {
  render(PortraitPicker, { action: new AsyncAction() })
  const choice = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name })
  assert.ok(choice('Portrait 2').checked)
  await userEvent.click(choice('Portrait 7'))
  await waitFor(() => assert.equal(me.now?.portrait, 7))
  const kept = asked.filter(([method]) => method === 'PUT')
  assert.deepEqual(kept, [['PUT', '/api/me/portrait', { portrait: 7 }]])
  assert.ok(choice('Portrait 7').checked)
  await userEvent.click(choice('Drawn for you'))
  await waitFor(() => assert.equal(me.now?.portrait, 0))
})
