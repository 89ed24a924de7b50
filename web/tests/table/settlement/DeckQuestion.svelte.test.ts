// A player of bela is offered its cards once.
import assert from 'node:assert/strict'
import { render, screen } from '@testing-library/svelte'
import { beforeEach, test } from 'vitest'
import { settings } from '../../../src/settings/settings.svelte'
import DeckQuestion from '../../../src/table/settlement/DeckQuestion.svelte'
import { like, newUser, speak } from '../../support/table'

const user = newUser()
const asked = () => screen.queryByRole('group', { name: /^Bela is also played/ })

beforeEach(() => {
  like({ deck: 'french', deckAsked: false, speed: 'normal', speedAsked: true })
  return speak()
})

test('what is chosen applies at once, and is not asked again', async () => {
  const { unmount } = render(DeckQuestion, { preset: 'bela' })
  assert.equal(screen.getByRole('button', { pressed: true }).textContent, 'French')
  await user.click(screen.getByRole('button', { name: 'Hungarian' }))
  assert.equal(settings.deck, 'hungarian')
  assert.ok(asked())
  unmount()
  settings.deck = 'french'
  render(DeckQuestion, { preset: 'bela' })
  assert.equal(asked(), null)
})

test.each(['french', 'bela-bitola'])('nobody is asked at a table of %s', (preset) => {
  render(DeckQuestion, { preset }).unmount()
  assert.equal(asked(), null)
  assert.equal(settings.deckAsked, false)
})

test('it waits for a deal after which nothing else is asked', () => {
  like({ speedAsked: false })
  render(DeckQuestion, { preset: 'bela' }).unmount()
  assert.equal(asked(), null)
  assert.equal(settings.deckAsked, false)
})

test('who has chosen the Hungarian cards is not asked', () => {
  like({ deck: 'hungarian' })
  render(DeckQuestion, { preset: 'bela' })
  assert.equal(asked(), null)
})
