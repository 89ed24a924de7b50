// The puzzles of the last days, in the words of their game.
import assert from 'node:assert/strict'
import { render, screen } from '@testing-library/svelte'
import { test, vi } from 'vitest'
import { t } from '../../src/i18n/language.svelte'
import type { PuzzleArchive } from '../../src/net/messages'
import Puzzles from '../../src/today/Puzzles.svelte'
import { speak } from '../support/table'

const archive = (preset: string): PuzzleArchive => ({
  preset,
  days: [
    { day: '2026-11-28', kind: 'ending', theme: 'lead_trumps', right: true },
    { day: '2026-11-27', kind: 'call', theme: 'bid', right: null },
  ],
})

test.each([
  ['en', 'bela', 'Naming trumps'],
  ['hr', 'bela', 'Zvanje aduta'],
  ['ar', 'baloot', 'الشراء'],
  ['el', 'pilotta', 'Αγορά'],
  ['en', 'french', 'Bid'],
] as const)('in %s the calls of %s are "%s"', async (language, preset, theme) => {
  await speak(language)
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(archive(preset))))
  const { unmount } = render(Puzzles, { about: preset })
  assert.equal((await screen.findByTestId('theme-bid')).textContent, theme)
  unmount()
  await speak('en')
  assert.equal(t('puzzle.theme.bid'), 'Bid')
})
