// The five places of the client, and the pages that belong to each: those of the navigation bar.

import type { Key } from '../i18n/words'
import { isOwn } from '../net/games'
import type { Route } from './routes'

export const SECTIONS = ['play', 'friends', 'today', 'learn', 'me'] as const
export type Section = (typeof SECTIONS)[number]

interface Place {
  href: string
  /** Its name. */
  text: Key
  pages: readonly Route['page'][]
}

export const PLACES: Readonly<Record<Section, Place>> = {
  play: {
    href: '#/',
    text: 'ui.nav.play',
    pages: [
      'start',
      'find',
      'pair',
      'rules',
      'sheet',
      'tournament',
      'clubs',
      'owner',
      'season',
      'log',
      'guide',
    ],
  },
  friends: { href: '#/friends', text: 'ui.nav.friends', pages: ['friends'] },
  today: {
    href: '#/today',
    text: 'ui.nav.today',
    pages: ['today', 'daily', 'league', 'puzzle', 'puzzles', 'drill'],
  },
  learn: { href: '#/learn', text: 'ui.nav.learn', pages: ['learn'] },
  me: {
    href: '#/me',
    text: 'ui.nav.me',
    pages: [
      'me',
      'account',
      'confirm',
      'reset',
      'settings',
      'profile',
      'matches',
      'replay',
      'practice',
      'statistics',
      'ranking',
      'fairness',
      'fairplay',
      'moderation',
    ],
  },
}

/** Return the place that a page belongs to; none for the table, where the bar would be in the
 * way. */
export const sectionOf = (page: Route['page']): Section | undefined =>
  SECTIONS.find((one) => PLACES[one].pages.includes(page))

/** Whether the bar is shown: not at a table, on a projector, nor over the answers of a lesson,
 * while the overview of a course has it. */
export const hasBar = ({ page, about }: Route): boolean =>
  sectionOf(page) !== undefined &&
  !(page === 'learn' && about && !isOwn(about)) &&
  !(page === 'season' && about.endsWith('/hall'))
