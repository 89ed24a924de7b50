// Everything is on the page of the design, and what it is called.
import { render, screen } from '@testing-library/svelte'
import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
import Design from '../../src/design/Design.svelte'
import { VOICES } from '../../src/settings/sounds'
import { speak } from '../support/table'

beforeEach(() => speak())

test('the page shows measures, controls, pictures and colours', () => {
  render(Design)
  for (const name of ['Type', 'Space', 'Motion', 'Buttons', 'Fields', 'Cards', 'Faces', 'Colours'])
    assert.ok(screen.getByRole('heading', { name }), name)
  for (const sound of Object.keys(VOICES)) assert.ok(screen.getByRole('button', { name: sound }))
})
