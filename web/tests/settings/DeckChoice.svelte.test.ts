// The choice of the deck says what its suits stand for, and is kept.
import assert from 'node:assert/strict'
import { render, screen } from '@testing-library/svelte'
import { test } from 'vitest'
import DeckChoice from '../../src/settings/DeckChoice.svelte'
import {
  applySettings,
  saveSettings,
  settings,
  syncedSettings,
} from '../../src/settings/settings.svelte'
import { SETTINGS_KEY } from '../../src/i18n/languages'
import { load } from '../../src/lib/storage'
import { newUser, speak } from '../support/table'

const user = newUser()

test('Hungarian cards are explained, and have their own four colours', async () => {
  await speak('hr')
  render(DeckChoice)
  assert.ok(screen.getByRole('checkbox', { name: /Četiri boje/ }))
  assert.equal(screen.queryAllByRole('listitem').length, 0)
  await user.selectOptions(screen.getByRole('combobox', { name: 'Špil' }), 'Mađarice')
  assert.equal(settings.deck, 'hungarian')
  assert.equal(screen.queryByRole('checkbox'), null)
  assert.deepEqual(
    screen.getAllByRole('listitem').map((one) => one.textContent.trim()),
    ['srce = herc', 'bundeva = karo', 'list = pik', 'žir = tref'],
  )
})

test('a sign that has the name of its suit is named once', async () => {
  await speak('en')
  settings.deck = 'hungarian'
  render(DeckChoice)
  assert.deepEqual(
    screen.getAllByRole('listitem').map((one) => one.textContent.trim()),
    ['hearts', 'bells = diamonds', 'leaves = spades', 'acorns = clubs'],
  )
})

test('the deck is kept in the browser and with the account', () => {
  settings.deck = 'hungarian'
  saveSettings()
  assert.equal((load(SETTINGS_KEY) as { deck: string }).deck, 'hungarian')
  const synced = syncedSettings()
  settings.deck = 'french'
  applySettings(synced)
  assert.equal(settings.deck, 'hungarian')
})
