// The question about the speed of the cards, which is asked once.
import assert from 'node:assert/strict'
import { render, screen } from '@testing-library/svelte'
import { beforeEach, test } from 'vitest'
import { settings } from '../../../src/settings/settings.svelte'
import SpeedQuestion from '../../../src/table/settlement/SpeedQuestion.svelte'
import { like, newUser, speak } from '../../support/table'

const user = newUser()
const asked = () => screen.queryByRole('group', { name: 'How fast should cards be played?' })

beforeEach(() => {
  like({ speed: 'normal', speedAsked: false })
  return speak()
})

test('what is chosen applies at once', async () => {
  render(SpeedQuestion)
  assert.equal(screen.getByRole('button', { pressed: true }).textContent, 'Normal')
  await user.click(screen.getByRole('button', { name: 'Fast' }))
  assert.equal(settings.speed, 'fast')
  assert.equal(screen.getByRole('button', { pressed: true }).textContent, 'Fast')
})

test('it is not asked again after the next deal', () => {
  render(SpeedQuestion).unmount()
  render(SpeedQuestion)
  assert.equal(asked(), null)
})

test('who has chosen a speed in the settings is not asked', () => {
  like({ speed: 'slow' })
  render(SpeedQuestion)
  assert.equal(asked(), null)
})
