// The needs of each entry of the client; an entry that cannot work just now is not enabled.

import { searches } from '../offline/offered'
import { t } from '../i18n/language.svelte'
import { network } from './network.svelte'

/** `game`: a game with bots, from the server or kept on this device; `search`: the kernel, too;
 * `page`: no more than the page. */
type Need = 'page' | 'game' | 'search' | 'server'

/** The need of each page and of each button's action; everything else needs the server. */
const NEEDS: Readonly<Record<string, Need>> = {
  start: 'page',
  me: 'page',
  settings: 'page',
  play: 'game',
  learn: 'game',
  today: 'game',
  puzzle: 'game',
  puzzles: 'game',
  drill: 'game',
  sheet: 'game',
  replay: 'game',
  matches: 'game',
  practice: 'search',
}

const needOf = (entry: string): Need => NEEDS[entry] ?? 'server'

/** Whether this device can do it by itself, once the game is kept on it. */
const worksHere = (need: Need): boolean => need === 'game' || (need === 'search' && searches)

/** Whether this page, or what a button does, can work now. */
export function works(entry: string): boolean {
  const need = needOf(entry)
  return !network.offline || need === 'page' || (worksHere(need) && network.kept)
}

/** Return what an entry says that it needs, where it cannot work now; its looks come with the first. */
function lackOf(entry: string): string | undefined {
  if (works(entry)) return undefined
  void import('./needs.css').catch(() => null)
  return t(worksHere(needOf(entry)) ? 'ui.needs.once' : 'ui.needs.network')
}

/** Return the attributes of a button: whether it can work now, and else what it needs. */
export const enabled = (entry: string, busy = false) => ({
  disabled: busy || !works(entry),
  'data-needs': lackOf(entry),
})

const pageOf = (href: string): string => /^#\/(\w+)/.exec(href)?.[1] ?? 'start'

/** Return the attributes of a link to a page: its address, or that it is disabled now, and why. */
export function linkTo(href: string) {
  const needs = lackOf(pageOf(href))
  if (!needs) return { href }
  return { role: 'link', tabindex: 0, 'aria-disabled': true, 'data-needs': needs } as const
}
