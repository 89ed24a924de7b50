// The needs of each entry of the client; an entry that cannot work just now is not enabled.

import { searches } from '../offline/offered'
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
  puzzle: 'game',
  puzzles: 'game',
  sheet: 'game',
  replay: 'game',
  matches: 'game',
  practice: 'search',
}

/** Whether this page, or what a button does, can work now. */
export function works(entry: string): boolean {
  const need = NEEDS[entry] ?? 'server'
  const here = need === 'game' || (need === 'search' && searches)
  return !network.offline || need === 'page' || (here && network.kept)
}

const pageOf = (href: string): string => /^#\/(\w+)/.exec(href)?.[1] ?? 'start'

/** Return the attributes of a link to a page: its address, or that it is disabled now. */
export const linkTo = (href: string) =>
  works(pageOf(href)) ? { href } : ({ role: 'link', 'aria-disabled': true } as const)
