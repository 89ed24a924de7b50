// While one looks for a table: whole sentences say how many do, and when bots come.
import assert from 'node:assert/strict'
import { render, screen, within } from '@testing-library/svelte'
import { beforeEach, test } from 'vitest'
import Searching from '../../../src/lobby/search/Searching.svelte'
import type { Seeking } from '../../../src/net/messages'
import { speak } from '../../support/table'

beforeEach(() => speak())

/** Show a search in which so many look, and bots come in so many seconds. */
function look(here: number, with_bots_in: number | null) {
  const counts = { here, with_bots_in, waited: 5, waits: null, rated: false, neighbours: 0 }
  const standing: Seeking = { type: 'seeking', ...counts }
  return render(Searching, { standing, onstop: () => null, onbots: () => null })
}

test.each([
  [1, 45, ['Nobody else yet.', 'Bots take the free seats in 45 s.']],
  [3, null, ['3 are looking for the same.']],
] as const)('%i of them, bots in %o s: each thing is a sentence', (here, bots, expected) => {
  look(here, bots)
  const lines = [...screen.getByRole('status').querySelectorAll('p')].map((one) => one.textContent)
  assert.deepEqual(lines.slice(1), expected)
})

test('a screen reader is told the seconds by the ring alone', () => {
  look(1, 45)
  assert.ok(screen.getByRole('timer', { name: 'Bots take the free seats in 45 s.' }))
  const hidden = within(screen.getByRole('status')).getByText(/^Bots/)
  assert.equal(hidden.getAttribute('aria-hidden'), 'true')
})
