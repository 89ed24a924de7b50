// The waiting room: who opened the table has a name before others come, and everybody has a face.
import assert from 'node:assert/strict'
import { render, screen, waitFor } from '@testing-library/svelte'
import { afterEach, beforeEach, test } from 'vitest'
import { me } from '../../../src/account/me.svelte'
import Waiting from '../../../src/lobby/waiting/Waiting.svelte'
import type { Me, Update } from '../../../src/net/messages'
import { answering } from '../../support/answers'
import { viewOf } from '../../support/positions'
import { like, listener, newUser, playersAt, sitDown, speak } from '../../support/table'

const user = newUser()
const GUEST = { id: 'me', name: 'Guest 837', account: '', portrait: 0 } as unknown as Me

beforeEach(async () => {
  await speak()
  me.now = GUEST
})
const answer = (request: string): unknown =>
  request.includes('/friends')
    ? { friends: [], bots: [], asked: [], asking: [] }
    : request.includes('/relations')
      ? []
      : request.includes('rules')
        ? { rules: [] }
        : { ...GUEST, name: 'Max' }
afterEach(() => (me.now = null))

async function wait(more: Partial<Update> = {}, onback: (() => void) | null = null) {
  const view = viewOf('won')
  const players = playersAt(view, { 1: { bot: false, name: '' } })
  const { game } = await sitDown(view, { players, host: true, ...more })
  const nothing = () => null
  const does = { onleave: nothing, onopen: nothing, onchat: nothing, ononlookers: nothing }
  const at = listener(view, players)
  render(Waiting, { game, tableInfo: game.state.tableInfo!, at, onback, ...does })
}

test('who opened the table is asked for a name at once, and can choose a face with it', async () => {
  like({ name: '' })
  const requests = answering(answer)
  await wait()
  screen.getByRole('dialog', { name: 'What is your name?' })
  await user.click(screen.getByTestId('portrait-2'))
  await user.type(screen.getByTestId('name'), 'Max{Enter}')
  await waitFor(() => assert.equal(screen.queryByRole('dialog'), null))
  assert.deepEqual(
    requests.filter((one) => one.startsWith('PUT')),
    ['PUT /api/me/portrait {"portrait":2}', 'PUT /api/me/name {"name":"Max"}'],
  )
})

test.each([
  ['who has given one', { name: 'Max' }, {}, null],
  ['who came by the link', { name: '' }, { host: false }, null],
  ['who comes back from a match', { name: '' }, {}, () => null],
] as const)('%s is not asked', async (_, liked, more, onback) => {
  like(liked)
  answering(answer)
  await wait(more, onback)
  assert.equal(screen.queryByRole('dialog'), null)
})

test('everybody who sits there has a face, and a free seat has none', async () => {
  like({ name: 'Max' })
  answering(answer)
  await wait()
  const faces = [0, 1, 2, 3].map((seat) =>
    Boolean(screen.getByTestId(`seat-${seat}`).querySelector('.avatar')),
  )
  assert.deepEqual(faces, [true, false, true, true])
})
