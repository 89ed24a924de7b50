// Who am I to the server? Nobody until something is asked that needs a name; then a guest, or an account.

import { ask, beCalled, get, whoAmI } from '../net/api'
import { t } from '../i18n/language.svelte'
import type { Known, Me, NewKnown, SecurityNotice } from '../net/messages'
import { settings, taken, toKeep } from '../settings/settings.svelte'

export const me = $state<{ now: Me | null; circle: Known[]; notices: SecurityNotice[] }>({ now: null, circle: [], notices: [] })

let met: Promise<void> | null = null

/** Ask the server once, as the page opens. */
export const meet = (): Promise<void> => (met ??= whoAmI().then(known, () => {}))

/** Ask once more: a role may have been given or taken since. */
export async function lookAgain(): Promise<void> {
  await meet()
  me.now = await whoAmI()
}

async function known(now: Me | null): Promise<void> {
  me.now = now
  if (now && !settings.name) settings.name = now.name
  await recognised()
}

/** Somebody signed in or out: their circle, settings and notices come along. */
export async function recognised(): Promise<void> {
  if (me.now?.account) taken(me.now.settings)
  me.circle = me.now ? await get<Known[]>('/api/me/circle').catch(() => []) : []
  me.notices = me.now?.account ? await get<SecurityNotice[]>('/api/me/notices').catch(() => []) : []
}

/** I know what was done to my account: it is not told again. */
export function dismissNotices(): void {
  const last = me.notices[0]
  me.notices = []
  if (last) void ask('DELETE', `/api/me/notices/${last.id}`).catch(() => null)
}

/** Nobody is signed in here any more. */
export function nobodyNow(): void {
  me.now = null
  me.circle = []
  me.notices = []
}

/** A guest at least, called as the settings say; who does not say is a guest with a number. */
export async function somebody(): Promise<Me> {
  await meet()
  const name = settings.name.trim()
  if (me.now && (me.now.account || !name || me.now.name === name)) return me.now
  me.now = await beCalled(name || t('seat.guest', { number: 100 + Math.floor(900 * Math.random()) }))
  if (name) settings.name = me.now.name
  return me.now
}

/** An account keeps its settings; a guest's stay in the browser. */
export function keepMine(): void {
  if (me.now?.account) void ask('PUT', '/api/me/settings', toKeep()).catch(() => null)
}

export const isKnown = (person: string, kind: NewKnown['kind']): boolean =>
  me.circle.some((known) => known.person === person && known.kind === kind)

/** Add somebody as a friend, mute or block them; or, where they are that already, no more. */
export async function turn(person: string, name: string, kind: NewKnown['kind']): Promise<void> {
  const already = isKnown(person, kind)
  if (already) await ask('DELETE', `/api/me/circle/${person}`)
  else await ask('PUT', `/api/me/circle/${person}`, { kind })
  const others = me.circle.filter((known) => known.person !== person || (!already && known.kind !== kind))
  me.circle = already ? others : [...others, { person, name, kind, here: false }]
}
