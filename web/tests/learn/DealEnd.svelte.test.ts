// The end of the guided deal.

import { fireEvent, render, screen } from '@testing-library/svelte'
import { beforeEach, expect, test, vi } from 'vitest'
import DealEnd from '../../src/learn/DealEnd.svelte'
import type { DealOver } from '../../src/net/messages'
import { settings } from '../../src/settings/settings.svelte'
import { speak } from '../support/table'

const LOST: DealOver = {
  title: 'They win this deal',
  won: false,
  points: [26, 136],
  written: 'On the score sheet: 0 to 160.',
  best: {
    leader: 1,
    cards: ['7D', '8D', 'JD', '9D'],
    winner: 2,
    text: 'Best',
    instead: '',
    lost: 0,
  },
  costly: { trick: 'In trick 1', text: 'The seven would have brought 42.', before: 2 },
  praise: '',
}

const shown = (over: DealOver) => {
  const onagain = vi.fn()
  const words = (key: string) => key
  render(DealEnd, {
    preset: 'french',
    words,
    over,
    text: 'why',
    tricks: [2, 6],
    busy: false,
    onagain,
  })
  return onagain
}

beforeEach(() => {
  settings.sounds = false
  return speak()
})

test('says what both sides have, and goes back to the card that cost most', async () => {
  const onagain = shown(LOST)
  expect(screen.getByRole('region', { name: 'They win this deal' })).toBeTruthy()
  expect(document.body.textContent).toContain('136')
  expect(document.body.textContent).toContain('The seven would have brought 42.')
  expect(document.querySelector('.confetti')).toBeNull()
  await fireEvent.click(screen.getByTestId('learn-again'))
  expect(onagain).toHaveBeenCalledWith(2)
})

test('a deal that is won is celebrated, and the match has the focus', () => {
  shown({ ...LOST, title: 'You win', won: true, points: [155, 7], costly: null })
  expect(document.querySelector('.confetti')).not.toBeNull()
  expect(document.activeElement).toBe(screen.getByTestId('learn-match'))
  expect(screen.queryByTestId('learn-again')).toBeNull()
})

test('a deal that nobody wanted begins again', async () => {
  const onagain = shown({ ...LOST, points: null, best: null, costly: null })
  await fireEvent.click(screen.getByTestId('learn-again'))
  expect(onagain).toHaveBeenCalledWith(0)
})
