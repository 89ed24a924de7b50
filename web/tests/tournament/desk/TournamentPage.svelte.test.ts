// The list of evenings: without an account it says how long they are kept.
import assert from 'node:assert/strict'
import { render, screen, waitFor } from '@testing-library/svelte'
import { test } from 'vitest'
import { me } from '../../../src/account/me.svelte'
import TournamentPage from '../../../src/tournament/desk/TournamentPage.svelte'
import type { Me } from '../../../src/net/messages'
import { answering } from '../../support/answers'
import { speak } from '../../support/table'

test('a guest reads how long an evening is kept, and the holder of an account does not', async () => {
  await speak()
  const asked = answering((request) => (request.endsWith('/api/me') ? null : []))
  const guest = render(TournamentPage, { about: '' })
  const said = await screen.findByTestId('club-guest')
  assert.match(said.textContent, /for a week after its last entry/)
  guest.unmount()
  me.now = { id: 'p1', name: 'Ann', account: true } as Me
  render(TournamentPage, { about: '' })
  await waitFor(() => assert.ok(asked.includes('GET /api/tournaments')))
  assert.equal(screen.queryByTestId('club-guest'), null)
})
