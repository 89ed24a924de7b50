// The owner of a bot account, as it is known or as the server names it.
import assert from 'node:assert/strict'
import { render, screen } from '@testing-library/svelte'
import { beforeEach, test } from 'vitest'
import BotOwner from '../../src/people/BotOwner.svelte'
import { answering } from '../support/answers'
import { speak } from '../support/table'

beforeEach(() => speak())

test('the owner is named, with a way to their profile', async () => {
  const asked = answering(() => ({ owner: { person: 'ann', name: 'Ann' } }))
  render(BotOwner, { bot: 'robo' })
  const link = await screen.findByRole('link', { name: 'Ann' })
  assert.equal(link.getAttribute('href'), '#/profile/ann')
  assert.equal(screen.getByTestId('bot-owner').textContent.trim(), 'bot account, owner: Ann')
  assert.deepEqual(asked, ['GET /api/people/robo'])
})

test('of a bot that nobody owns any more it is said that it is one', async () => {
  answering(() => ({ owner: null }))
  render(BotOwner, { bot: 'robo' })
  assert.ok(await screen.findByText('bot account'))
})
