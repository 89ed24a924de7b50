// The name of a guest who gives none.
import assert from 'node:assert/strict'
import { test, vi } from 'vitest'
import { GUEST_NAMES, LANGUAGES } from '../../src/net/constants'
import { numbered } from '../../src/account/me.svelte'
import { isNameless } from '../../src/i18n/names'
import { openPage } from '../support/page'

test('a guest without a name is a guest in English, whatever the order of languages', () => {
  assert.match(numbered(), /^Guest \d{3}$/)
})

test('the name of a guest without one is known in every language', () => {
  assert.deepEqual(Object.keys(GUEST_NAMES), [...LANGUAGES])
  for (const name of Object.values(GUEST_NAMES)) assert(isNameless(name.replace('{number}', '417')))
})

test('a load that failed is not taken for nobody: it is repeated, and no account is named like the guest before', async () => {
  const holder = { id: 'p1', name: 'Zoé', account: true, role: '', settings: {} }
  const asked: string[] = []
  vi.stubGlobal('fetch', (path: string, { method = 'GET' }: RequestInit = {}) => {
    asked.push(`${method} ${path}`)
    if (asked.length === 1) return Promise.reject(new TypeError('the server restarts'))
    return Promise.resolve(new Response(JSON.stringify(path === '/api/me' ? holder : [])))
  })
  openPage({ protocol: 'http:', host: 'localhost' })
  vi.resetModules()
  const { ensureGuest, loadMe, me } = await import('../../src/account/me.svelte')
  const { settings } = await import('../../src/settings/settings.svelte')
  settings.name = 'An older name'
  await assert.rejects(loadMe())
  assert.equal((await ensureGuest()).name, 'Zoé')
  assert.equal(me.now?.account, true)
  assert.deepEqual(
    asked.filter((one) => !one.startsWith('GET')),
    [],
  )
})
