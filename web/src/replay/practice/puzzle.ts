// Puzzles of the days: the address of one, and which comes next.

import { THEMES } from '../../net/constants'
import type { PuzzleArchive, PuzzlePast } from '../../net/messages'

export type Theme = NonNullable<PuzzlePast['theme']>

/** A day as it stands in an address. */
const DAY = /^\d{4}-\d{2}-\d{2}$/

export const isTheme = (part: string): part is Theme => THEMES.some((theme) => theme === part)

/** The subject of an address; empty: the player's own game, today, and puzzles of every theme. */
export interface PuzzleQuery {
  game: string
  day: string
  theme: Theme | ''
}

/** Return the game, the day and the theme that an address is about. */
export function askedIn(about: string): PuzzleQuery {
  const parts = about.split('/')
  return {
    game: parts.find((part) => !DAY.test(part) && !isTheme(part)) ?? '',
    day: parts.find((part) => DAY.test(part)) ?? '',
    theme: parts.find(isTheme) ?? '',
  }
}

export const addressOf = ({ game = '', day = '', theme = '' }: Partial<PuzzleQuery>): string =>
  `#/puzzle/${[game, day, theme].filter(Boolean).join('/')}`

/** Return the day before another. */
export const dayBefore = (day: string): string =>
  new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)

/** Return the themes among past puzzles. */
export const themesIn = ({ days }: PuzzleArchive): Theme[] =>
  THEMES.filter((theme) => days.some((one) => one.theme === theme))

/** Return the puzzles of a theme; all without one. */
export const ofTheme = ({ days }: PuzzleArchive, theme: Theme | ''): PuzzlePast[] =>
  days.filter((one) => !theme || one.theme === theme)

/** Return the next puzzle that the player has not answered: an earlier one, else the latest; null
 * if there is none. */
export function nextOf(archive: PuzzleArchive, { day, theme }: PuzzleQuery): PuzzlePast | null {
  const open = ofTheme(archive, theme).filter((one) => one.right === null && one.day !== day)
  return open.find((one) => one.day < day) ?? open[0] ?? null
}
