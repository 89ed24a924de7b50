// Deletion of an account: what others use too is named before.
import assert from 'node:assert/strict'
import { render, screen } from '@testing-library/svelte'
import { test } from 'vitest'
import PersonalData from '../../src/account/PersonalData.svelte'
import { AsyncAction } from '../../src/net/asyncAction.svelte'
import { answering } from '../support/answers'
import { newUser, speak } from '../support/table'

test('clubs and evenings of ones own that others use are named before an account goes', async () => {
  await speak()
  answering((request) =>
    request.endsWith('/api/clubs')
      ? [
          { club: 'a', name: 'The Owls', mine: true, others: 2 },
          { club: 'b', name: 'Mine alone', mine: true, others: 0 },
          { club: 'c', name: 'Of others', mine: false, others: 3 },
        ]
      : [{ event: 'd', name: 'Tuesday', created: 0, touched: 0, mine: true, others: 1 }],
  )
  render(PersonalData, { action: new AsyncAction(), ondeleted: () => {} })
  await newUser().click(screen.getByTestId('delete'))
  const said = await screen.findByTestId('delete-shared')
  assert.match(said.textContent, /The Owls, Tuesday\./)
  screen.getByTestId('delete-really')
})
