// The link *Create an account* to the form for one.
import assert from 'node:assert/strict'
import { render, screen } from '@testing-library/svelte'
import { beforeEach, test } from 'vitest'
import SignIn from '../../../src/account/access/SignIn.svelte'
import { AsyncAction } from '../../../src/net/asyncAction.svelte'
import { speak } from '../../support/table'

beforeEach(() => speak())

test.each([true, false])('an account is to be created: %s', (creates) => {
  render(SignIn, { action: new AsyncAction(), name: '', creates, oncodes: () => null })
  const pressed = (name: string) => screen.getByTestId(name).getAttribute('aria-pressed')
  assert.deepEqual(
    [pressed('show-sign-in'), pressed('show-sign-up')],
    [String(!creates), String(creates)],
  )
})
