// Routes: `#/table/ID` and the like. An unknown address is the start page.

export const PAGES = [
  'table',
  'join',
  'pair',
  'find',
  'daily',
  'learn',
  'ranking',
  'profile',
  'account',
  'confirm',
  'reset',
  'moderation',
  'settings',
  'rules',
  'match',
  'together',
  'replay',
  'matches',
  'practice',
  'statistics',
  'fairness',
  'puzzle',
] as const

export interface Route {
  page: (typeof PAGES)[number] | 'start'
  /** The table, match (with a deal and a step of it), game (of puzzles with a day), code, person, part or mailed secret that it is about; of rules the set and what differs. */
  about: string
}

const NEEDS_ONE: readonly string[] = [
  'table',
  'join',
  'pair',
  'profile',
  'confirm',
  'reset',
  'match',
  'together',
]

/** Former names of pages: addresses are bookmarked. */
const MOVED: Readonly<Record<string, string>> = { order: 'moderation' }

export function routeOf(hash: string): Route {
  const [, name = '', about = ''] =
    hash.match(/^#\/(match)\/([\w-]+(?:\/\d+){0,2})$/) ??
    hash.match(/^#\/(puzzle)\/([\w-]+\/[\d-]+)$/) ??
    hash.match(/^#\/(rules)(?:\/(\w+(?:\?.*)?))?$/) ??
    hash.match(/^#\/(\w+)(?:\/([\w-]+))?$/) ??
    []
  const page = PAGES.find((known) => known === (MOVED[name] ?? name))
  return page && (about || !NEEDS_ONE.includes(page))
    ? { page, about }
    : { page: 'start', about: '' }
}
