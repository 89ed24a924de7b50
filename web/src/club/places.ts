// Clubs and evenings that were opened in this browser: the start page leads back to them.

import { CLUBS as KEY, load, save } from '../lib/storage'
import type { ClubCard } from '../net/messages'

export interface ClubPlace {
  href: string
  name: string
  /** When it was opened, in milliseconds since 1970. */
  at: number
}

const KEPT = 8
/** How many the start page shows. */
const SHOWN = 4
/** An evening is over so many milliseconds after its desk was last looked at. */
const EVENING = 20 * 3_600_000

export const hrefOfClub = (club: string): string => `#/clubs/${club}`
export const hrefOfEvening = (event: string): string => `#/club/${event}`
export const isEvening = ({ href }: ClubPlace): boolean => href.startsWith(hrefOfEvening(''))

const isPlace = (one: Partial<ClubPlace> | null): one is ClubPlace =>
  typeof one?.href === 'string' && typeof one.name === 'string' && typeof one.at === 'number'

/** The newest first. */
function known(): ClubPlace[] {
  const read = load(KEY)
  return Array.isArray(read) ? read.filter(isPlace) : []
}

const others = (href: string): ClubPlace[] => known().filter((one) => one.href !== href)

/** It was opened here. */
export const rememberPlace = (href: string, name: string): void =>
  save(KEY, [{ href, name, at: Date.now() }, ...others(href)].slice(0, KEPT))

/** It is not there any more. */
export const forgetPlace = (href: string): void => save(KEY, others(href))

/** What the start page shows: the evening of today, then clubs, with those that only the server knows. */
export function placesToShow(clubs: readonly ClubCard[], now = Date.now()): ClubPlace[] {
  const [evenings, opened]: [ClubPlace[], ClubPlace[]] = [[], []]
  for (const one of known()) (isEvening(one) ? evenings : opened).push(one)
  const more = clubs
    .map(({ club, name }) => ({ href: hrefOfClub(club), name, at: 0 }))
    .filter(({ href }) => !opened.some((one) => one.href === href))
  const tonight = evenings.filter(({ at }) => now - at < EVENING)
  return [...tonight.slice(0, 1), ...opened, ...more].slice(0, SHOWN)
}
