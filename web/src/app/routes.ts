// The pages and their addresses: `#/table/ID` and the like. A page is one line here and its folder;
// `web/chunks.ts` says which folders are loaded together.

import type { Component } from 'svelte'
import type { RuleCard } from '../net/messages'

export type Dialog = 'settings' | 'help'

/** The properties of every page; each takes those it needs. */
export interface PageProps {
  page: string
  /** The subject of the page, as in its address. */
  about: string
  /** Whether a dialog lies over it. */
  blocked: boolean
  onleave: () => void
  /** Open a dialog; of the help with the rules that are played. */
  onopen: (what: Dialog, rules?: RuleCard) => void
  /** Return to the start page, which shows why this page failed. */
  onfail: (why: string) => void
}

/** Load a component: of what properties is known where it is shown. */
export type Load = () => Promise<{ default: Component<never> }>

export interface Page {
  /** Its component; the start page needs none besides the app. */
  load: Load | null
  /** The permitted rest of its address, after its name. */
  about: RegExp
  /** Whether it stays while it is about something else, instead of beginning again. */
  stays: boolean
}

const ANY = /^[\w-]*$/
const ONE = /^[\w-]+$/
const STAYS = true

const page = (load: Load | null, about = ANY, stays = false): Page => ({ load, about, stays })

export const PAGES = {
  start: page(null),
  settings: page(null),
  table: page(() => import('../table/TablePage.svelte'), ONE),
  join: page(() => import('../table/TablePage.svelte'), ONE),
  find: page(() => import('../lobby/search/FindTable.svelte')),
  pair: page(() => import('../lobby/search/FindTable.svelte'), ONE),
  today: page(() => import('../today/Today.svelte')),
  daily: page(() => import('../today/Daily.svelte')),
  league: page(() => import('../league/LeaguePage.svelte'), /^([\w-]+(\/\d{4}-\d\d(-\d\d)?)?)?$/),
  learn: page(() => import('../learn/Learn.svelte'), /^([\w-]+(\/[\w-]+)?)?$/, STAYS),
  me: page(() => import('../me/Me.svelte')),
  ranking: page(() => import('../ranking/Ranking.svelte')),
  profile: page(() => import('../ranking/Profile.svelte'), ONE),
  friends: page(() => import('../friends/FriendsPage.svelte')),
  account: page(() => import('../account/Account.svelte'), ANY, STAYS),
  confirm: page(() => import('../account/access/MailLink.svelte'), ONE),
  reset: page(() => import('../account/access/MailLink.svelte'), ONE),
  moderation: page(() => import('../moderation/Moderation.svelte'), ANY, STAYS),
  rules: page(() => import('../rules/RulesPage.svelte'), /^([\w-]+(\?.*)?)?$/),
  match: page(
    () => import('../replay/viewer/MatchPage.svelte'),
    /^[\w-]+(\/\d+){0,2}(\/review)?$/,
    STAYS,
  ),
  together: page(() => import('../replay/together/Together.svelte'), ONE),
  replay: page(() => import('../replay/entered/ImportPage.svelte')),
  matches: page(() => import('../replay/matches/MyMatches.svelte')),
  practice: page(() => import('../replay/practice/Practice.svelte')),
  puzzle: page(() => import('../replay/practice/Puzzle.svelte'), /^([\w-]+(\/[\w-]+){0,2})?$/),
  drill: page(() => import('../replay/practice/Drill.svelte'), /^[\w-]+(\/\w+)?$/),
  puzzles: page(() => import('../today/Puzzles.svelte'), /^([\w-]+(\/\w+)?)?$/, STAYS),
  statistics: page(() => import('../statistics/Statistics.svelte')),
  fairness: page(() => import('../fairness/Fairness.svelte')),
  fairplay: page(() => import('../fairness/FairPlay.svelte')),
  sheet: page(() => import('../sheet/SheetPage.svelte'), /^([\w-]+\/[\w.]+\/\d+)?$/),
  tournament: page(() => import('../tournament/desk/TournamentPage.svelte'), /^([\w-]+(\/\w+)?)?$/),
  clubs: page(() => import('../tournament/home/ClubHomePage.svelte'), /^[\w-]+(\/\w+)?$/),
  owner: page(() => import('../tournament/home/OwnerPage.svelte'), /^[\w-]+\/\w+$/),
  season: page(() => import('../tournament/season/SeasonPage.svelte'), /^[\w-]+\/\d+(\/hall)?$/),
  hall: page(() => import('../tournament/hall/HallPage.svelte'), ONE),
  guide: page(() => import('../tournament/hall/GuidePage.svelte')),
  log: page(() => import('../tournament/log/LogPage.svelte'), /^(tournament|clubs?)\/[\w-]+$/),
  score: page(() => import('../tournament/hall/ScorePage.svelte'), /^[\w-]+\/[\w.]+$/),
  team: page(() => import('../tournament/hall/TeamPage.svelte'), /^[\w-]+\/[\w.]+$/),
}

export const DIALOGS = {
  settings: () => import('../settings/Settings.svelte'),
  help: () => import('../rules/Help.svelte'),
}

export interface Route {
  page: keyof typeof PAGES
  about: string
}

/** Former names of pages: addresses are bookmarked. */
const MOVED: Readonly<Record<string, string>> = { order: 'moderation', club: 'tournament' }

const isPage = (name: string): name is Route['page'] => Object.hasOwn(PAGES, name)

/** Return the page at an address; the start page where it names none. */
export function routeOf(hash: string): Route {
  const [, name = '', about = ''] = hash.match(/^#\/(\w+)(?:\/(.+))?$/) ?? []
  const page = MOVED[name] ?? name
  return isPage(page) && PAGES[page].about.test(about)
    ? { page, about }
    : { page: 'start', about: '' }
}

/** Whether the page goes on where one route follows another. */
export const routeKey = ({ page, about }: Route): string =>
  PAGES[page].stays ? page : `${page}/${about}`
