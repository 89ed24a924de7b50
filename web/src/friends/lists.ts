// The lists of friends: in which order they are shown, what somebody is to me, what is announced.

import type { Friend, Friends, News, TableInvitation } from '../net/messages'

export const EMPTY: Friends = { friends: [], requests: [], sent: [], invitations: [], bots: [] }

export const hrefOf = (at: Pick<Friend | TableInvitation, 'table'>): string => `#/table/${at.table}`

const ORDER: Readonly<Record<Friend['state'], number>> = { table: 0, online: 1, away: 2 }

/** Sort friends by presence, those who are here first, and keep the order by name within each. */
export const byPresence = (all: readonly Friend[]): Friend[] =>
  [...all].sort((a, b) => ORDER[a.state] - ORDER[b.state])

/** Return a person's relation to me. */
export function standing(person: string, now: Friends): 'friend' | 'asked' | 'asks' | '' {
  const among = (list: readonly { person: string }[]) => list.some((one) => one.person === person)
  if (among(now.friends)) return 'friend'
  if (among(now.requests)) return 'asks'
  return among(now.sent) ? 'asked' : ''
}

/** Return the newest invitation, request or friend to announce, or null if it is gone. */
export function announced(
  what: News['what'] | null,
  now: Friends,
): { what: News['what']; person: string; name: string; table: string; portrait: number } | null {
  const [invitation] = now.invitations
  const [request] = now.requests
  if (what === 'invitation' && invitation) return { what, ...invitation }
  if (what === 'request' && request) return { what, ...request, table: '' }
  return what === 'friend' ? { what, person: '', name: '', table: '', portrait: 0 } : null
}
