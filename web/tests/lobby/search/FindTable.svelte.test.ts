// The search for a table: what will not count is said before one looks.
import assert from 'node:assert/strict'
import { render, screen, waitFor } from '@testing-library/svelte'
import { beforeEach, test, vi } from 'vitest'
import { me } from '../../../src/account/me.svelte'
import FindTable from '../../../src/lobby/search/FindTable.svelte'
import { t } from '../../../src/i18n/language.svelte'
import { PRESETS } from '../../../src/net/games'
import { answered } from '../../../src/net/network.svelte'
import { keepRules, forgetRules } from '../../../src/rules/keptRules.svelte'
import { like, speak } from '../../support/table'

let unrated = ''

beforeEach(async () => {
  answered(true)
  await speak()
  vi.stubGlobal('fetch', (path: string) =>
    Promise.resolve(
      new Response(JSON.stringify(path === '/api/searches' ? { presets: {}, unrated } : [])),
    ),
  )
})

const said = () => screen.getByTestId('may-count').textContent.replace(/\s+/g, ' ').trim()

test.each([
  ['', 'ui.find.rated'],
  ['new-accounts', 'ui.find.young'],
] as const)('an account reads whether its matches count: %s', async (why, sentence) => {
  unrated = why
  me.now = { id: 'ann', name: 'Ann', account: true, role: '', settings: {}, portrait: 0 }
  render(FindTable, { page: 'find', about: '' })
  await waitFor(() => assert.equal(said(), t(sentence)))
})

test('a guest reads that guests are not rated, and an account not at once', () => {
  me.now = null
  render(FindTable, { page: 'find', about: '' })
  assert.ok(said().startsWith(t('ui.find.guest')))
})

test('the menu of rule sets begins with the chosen one, those kept, and that of the language', () => {
  me.now = null
  like({ preset: 'coinche', language: 'hr' })
  keepRules('At ours', { preset: 'pilotta', house: { target: 501 } })
  render(FindTable, { page: 'find', about: '' })
  const offered = Array.from(screen.getByTestId('seek-preset').querySelectorAll('option'))
  forgetRules('At ours')
  const values = offered.map(({ value }) => value)
  assert.deepEqual(values.slice(0, 4), ['coinche', 'pilotta', 'bela', 'french'])
  assert.equal(new Set(values).size, PRESETS.length)
})
