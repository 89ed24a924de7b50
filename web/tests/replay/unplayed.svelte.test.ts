// Pages about one's own matches, before the first: the way there, and no request that is refused.
import assert from 'node:assert/strict'
import { render, screen, within } from '@testing-library/svelte'
import { beforeEach, test, vi } from 'vitest'
import { me } from '../../src/account/me.svelte'
import MyMatches from '../../src/replay/matches/MyMatches.svelte'
import Practice from '../../src/replay/practice/Practice.svelte'
import Statistics from '../../src/statistics/Statistics.svelte'
import { speak } from '../support/table'

let asked: string[] = []

beforeEach(async () => {
  await speak()
  asked = []
  me.now = null
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path)
    return Promise.resolve(new Response('null'))
  })
})

test.each([
  ['matches', () => render(MyMatches)],
  ['mistakes', () => render(Practice, { about: '' })],
  ['statistics', () => render(Statistics, { about: '' })],
])('a visitor who has not played is offered a match on the page of %s', async (_, open) => {
  open()
  const begin = await screen.findByTestId('start-playing')
  within(begin).getByRole('button', { name: 'Play now' })
  screen.getAllByRole('heading', { level: 1 })
  assert.deepEqual(
    asked.filter((path) => path.startsWith('/api/me/')),
    [],
  )
})
