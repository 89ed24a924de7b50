// Tokens and bots on the account page: made, shown once, listed, revoked.
import assert from 'node:assert/strict'
import { render, screen, within } from '@testing-library/svelte'
import { beforeEach, test } from 'vitest'
import Programs from '../../../src/account/programs/Programs.svelte'
import { AsyncAction } from '../../../src/net/asyncAction.svelte'
import type { BotAccount, Token } from '../../../src/net/messages'
import { answering } from '../../support/answers'
import { newUser, speak } from '../../support/table'

const user = newUser()
const TOKEN: Token = {
  id: 't1',
  name: 'notebook',
  scopes: ['matches'],
  person: 'me',
  created: 1,
  seen: null,
  expires: 4e9,
}
const BOT: BotAccount = { person: 'b1', name: 'Robin', created: 1 }

beforeEach(() => speak())

function open(tokens: Token[] = [], bots: BotAccount[] = []) {
  const requests = answering((asked) => {
    if (asked.startsWith('POST /api/me/tokens')) return { secret: 'rbl_secret', token: TOKEN }
    if (asked.startsWith('GET')) return asked.includes('/bots') ? bots : tokens
    return null
  })
  render(Programs, { action: new AsyncAction() })
  return requests
}

test('a page without tokens invites to make one', async () => {
  open()
  assert.ok(await screen.findByText('You have no tokens yet.'))
  assert.ok(screen.getByRole('link', { name: /What programs can do/ }))
})

test('a token is made, and its secret shown until it was copied', async () => {
  const requests = open()
  await user.type(await screen.findByTestId('token-name'), 'notebook')
  await user.click(screen.getByRole('button', { name: 'Create the token' }))
  assert.equal((await screen.findByTestId('token-secret')).textContent, 'rbl_secret')
  assert.ok(
    requests.includes(
      'POST /api/me/tokens {"name":"notebook","scopes":["matches"],"days":90,"bot":""}',
    ),
  )
  await user.click(screen.getByRole('button', { name: 'I have copied it' }))
  assert.equal(screen.queryByTestId('token-secret'), null)
})

test('a token is revoked once one has agreed', async () => {
  const requests = open([TOKEN])
  const list = await screen.findByTestId('tokens')
  assert.ok(within(list).getByText(/reads matches/))
  assert.ok(within(list).getByText(/never used/))
  await user.click(within(list).getByRole('button', { name: /Revoke.*notebook/ }))
  assert.ok(!requests.some((one) => one.startsWith('DELETE')))
  await user.click(screen.getByTestId('yes'))
  assert.ok(requests.includes('DELETE /api/me/tokens/t1'))
})

test('a bot is made and ended, and a token can act as it', async () => {
  const requests = open([], [BOT])
  await user.type(await screen.findByTestId('bot-name'), 'Max')
  await user.click(screen.getByRole('button', { name: 'Create a bot' }))
  assert.ok(requests.includes('POST /api/me/bots {"name":"Max"}'))
  await user.selectOptions(screen.getByTestId('token-bot'), 'b1')
  assert.ok(screen.getByRole('checkbox', { name: 'plays' }))
  await user.click(screen.getByRole('button', { name: /Delete this bot.*Robin/ }))
  await user.click(screen.getByTestId('yes'))
  assert.ok(requests.includes('DELETE /api/me/bots/b1'))
})
