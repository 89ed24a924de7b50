// Clubs and evenings that were opened in this browser: the start page leads back to them.

import { ASKED, CLUBS as KEY, load, save } from '../../lib/storage'
import type { ClubCard } from '../../net/messages'

export interface KnownPlace {
  href: string
  name: string
  /** When it was opened, in milliseconds since 1970. */
  at: number
}

const KEPT = 8
/** The number of clubs and evenings for which it is kept that their owner was asked. */
const ASKED_FOR = 50
/** The number of places on the start page. */
const SHOWN = 4
/** A tournament is over so many milliseconds after its desk was last looked at. */
const EVENING = 20 * 3_600_000

export const hrefOfClub = (club: string): string => `#/clubs/${club}`
export const hrefOfTournament = (tournament: string): string => `#/tournament/${tournament}`
export const isTournament = ({ href }: KnownPlace): boolean => href.startsWith(hrefOfTournament(''))

const isPlace = (one: Partial<KnownPlace> | null): one is KnownPlace =>
  typeof one?.href === 'string' && typeof one.name === 'string' && typeof one.at === 'number'

/** The address of a tournament in version 0.2. */
const FORMER = /^#\/club\//

/** Return the known places, the newest first. */
function known(): KnownPlace[] {
  const read = load(KEY)
  const places = Array.isArray(read) ? read.filter(isPlace) : []
  return places.map((one) => ({ ...one, href: one.href.replace(FORMER, hrefOfTournament('')) }))
}

const others = (href: string): KnownPlace[] => known().filter((one) => one.href !== href)

export const rememberPlace = (href: string, name: string): void =>
  save(KEY, [{ href, name, at: Date.now() }, ...others(href)].slice(0, KEPT))

const asked = (): unknown[] => {
  const read = load(ASKED)
  return Array.isArray(read) ? read : []
}

/** Return whether the owner of a club or an evening was asked here to keep access to it. */
export const isAsked = (id: string): boolean => asked().includes(id)

export const setAsked = (id: string): void =>
  save(ASKED, [id, ...asked().filter((one) => one !== id)].slice(0, ASKED_FOR))

export const forgetPlace = (href: string): void => save(KEY, others(href))

/** Return the places for the start page: the tournament of today, then clubs, with those that only the
 * server knows. */
export function placesToShow(clubs: readonly ClubCard[], now = Date.now()): KnownPlace[] {
  const [evenings, opened]: [KnownPlace[], KnownPlace[]] = [[], []]
  for (const one of known()) (isTournament(one) ? evenings : opened).push(one)
  const more = clubs
    .map(({ club, name }) => ({ href: hrefOfClub(club), name, at: 0 }))
    .filter(({ href }) => !opened.some((one) => one.href === href))
  const tonight = evenings.filter(({ at }) => now - at < EVENING)
  return [...tonight.slice(0, 1), ...opened, ...more].slice(0, SHOWN)
}
