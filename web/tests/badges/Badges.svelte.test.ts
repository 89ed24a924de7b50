// The head of a profile says how much was played and won, and shows each badge with the next step.
import assert from 'node:assert/strict'
import { render, screen } from '@testing-library/svelte'
import { test, vi } from 'vitest'
import Badges from '../../src/badges/Badges.svelte'
import { speak } from '../support/table'

test('totals and badges are seen at once', async () => {
  await speak()
  const badges = [
    { kind: 'wins', level: 10, count: 12, next: 50 },
    { kind: 'days', level: 365, count: 400, next: null },
  ]
  const result = { matches: 1200, won: 612, badges }
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(result))))
  render(Badges, { person: 'ann' })
  const list = await screen.findByTestId('badges')
  assert.match(screen.getByTestId('totals').textContent, /1,200.*612\s+51%/s)
  const words = [...list.children].map((one) => one.textContent.replace(/\s+/g, ' ').trim())
  assert.deepEqual(words, ['10 matches wonnext at 50', '365 days in a row'])
})
