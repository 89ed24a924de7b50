// A guest is asked for a name: at once in the field, and refused in words.
import assert from 'node:assert/strict'
import { render, screen, waitFor } from '@testing-library/svelte'
import { beforeEach, test, vi } from 'vitest'
import NameDialog from '../../../src/lobby/waiting/NameDialog.svelte'
import { Refusal } from '../../../src/net/api'
import { NAME_LENGTH } from '../../../src/net/constants'
import { like, newUser, speak } from '../../support/table'

const user = newUser()

beforeEach(() => speak())

function ask(answer: () => Promise<void> = () => Promise.resolve()) {
  const onname = vi.fn<(name: string) => Promise<void>>(answer)
  const onclose = vi.fn()
  render(NameDialog, { title: 'What is your name?', confirm: 'Sit down', onname, onclose })
  return { onname, onclose }
}

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Your name' })

test('the focus is in the field, which holds the name one has', () => {
  like({ name: 'Ann' })
  ask()
  assert.equal(document.activeElement, field())
  assert.equal(field().value, 'Ann')
  assert.equal(field().maxLength, NAME_LENGTH)
  assert.equal(field().autocomplete, 'nickname')
})

test('a name is given with Enter, without the spaces around it', async () => {
  const { onname, onclose } = ask()
  await user.type(field(), '  Bea {Enter}')
  assert.deepEqual(onname.mock.calls, [['Bea']])
  await waitFor(() => assert.equal(onclose.mock.calls.length, 1))
})

test('or none is', async () => {
  const { onname } = ask()
  await user.click(screen.getByRole('button', { name: 'Sit down' }))
  assert.deepEqual(onname.mock.calls, [['']])
})

test('one that is refused can be changed', async () => {
  const { onclose } = ask(() => Promise.reject(new Refusal('name-taken', '')))
  await user.type(field(), 'Bea{Enter}')
  assert.ok(await screen.findByText(/Somebody else has that name/))
  assert.equal(field().value, 'Bea')
  assert.equal(onclose.mock.calls.length, 0)
})
