// Dialogs: named, closed in every way, and the focus is where it was; one that asks before it acts.
import assert from 'node:assert/strict'
import { createRawSnippet } from 'svelte'
import { render, screen, waitFor, within } from '@testing-library/svelte'
import { beforeEach, test, vi } from 'vitest'
import { Refusal } from '../../src/net/api'
import ConfirmDialog from '../../src/ui/ConfirmDialog.svelte'
import Dialog from '../../src/ui/Dialog.svelte'
import { newUser, speak } from '../support/table'

const user = newUser()
const CONTENT = createRawSnippet(() => ({
  render: () => '<p>what is asked <a href="#/">here</a></p>',
}))

beforeEach(() => speak())

function open(title = 'A question') {
  const onclose = vi.fn()
  return { onclose, ...render(Dialog, { title, onclose, children: CONTENT }) }
}

test('it is called by its title, and holds what it shows', () => {
  open()
  const dialog = screen.getByRole('dialog', { name: 'A question' })
  assert.ok(within(dialog).getByText(/what is asked/))
  assert.ok(within(dialog).getByRole('heading', { level: 2, name: 'A question' }))
  assert.ok(dialog.contains(document.activeElement))
})

test.each([
  ['the cross', () => user.click(screen.getByRole('button', { name: 'Close' }))],
  ['Escape', () => user.keyboard('{Escape}')],
  ['a tap beside it', () => user.click(screen.getByRole('dialog'))],
])('%s closes it', async (_, close) => {
  const { onclose } = open()
  await close()
  assert.equal(onclose.mock.calls.length, 1)
})

test('a tap in it does not', async () => {
  const { onclose } = open()
  await user.click(screen.getByText(/what is asked/))
  assert.equal(onclose.mock.calls.length, 0)
})

test('once it is gone the focus is where it was', () => {
  document.body.insertAdjacentHTML('beforeend', '<button id="opener">open</button>')
  const opener = document.querySelector<HTMLElement>('#opener')!
  opener.focus()
  const { unmount } = open()
  assert.notEqual(document.activeElement, opener)
  unmount()
  assert.equal(document.activeElement, opener)
  opener.remove()
})

test('two dialogs have two names', () => {
  open('One')
  open('Another')
  assert.equal(screen.getAllByRole('dialog', { name: /^(One|Another)$/ }).length, 2)
})

// --- asking before something is done ----------------------------------------------------------------

function ask(what: () => Promise<unknown>) {
  const onclose = vi.fn()
  render(ConfirmDialog, { title: 'Delete it', text: 'It is gone for good.', what, onclose })
  return onclose
}

test('it says what follows, does it once, and closes', async () => {
  let done = () => {}
  const what = vi.fn(() => new Promise<void>((resolve) => (done = resolve)))
  const onclose = ask(what)
  assert.ok(
    within(screen.getByRole('dialog', { name: 'Delete it' })).getByText('It is gone for good.'),
  )
  await user.click(screen.getByTestId('yes'))
  await user.click(screen.getByTestId('yes'))
  assert.equal(what.mock.calls.length, 1)
  assert.equal(onclose.mock.calls.length, 0)
  done()
  await waitFor(() => assert.equal(onclose.mock.calls.length, 1))
})

test('where it is refused it stays, and says why', async () => {
  const onclose = ask(() => Promise.reject(new Refusal('admins-only', '')))
  await user.click(screen.getByTestId('yes'))
  const alert = await screen.findByText('Only an administrator may do that.')
  assert.ok(screen.getByRole('dialog').contains(alert))
  assert.equal(onclose.mock.calls.length, 0)
})

test('it can be cancelled', async () => {
  const what = vi.fn(() => Promise.resolve())
  const onclose = ask(what)
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  assert.deepEqual([onclose.mock.calls.length, what.mock.calls.length], [1, 0])
})

test.each([
  ['fr', 'Fermer', 'Annuler'],
  ['nl', 'Sluiten', 'Annuleren'],
  ['bg', 'Затвори', 'Отказ'],
] as const)('its buttons speak %s', async (language, close, cancel) => {
  await speak(language)
  ask(() => Promise.resolve())
  assert.ok(screen.getByRole('button', { name: close }))
  assert.ok(screen.getByRole('button', { name: cancel }))
})
