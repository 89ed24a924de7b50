// Who am I to the server? Nobody until something is asked that needs a name; then a guest, or an account.

import { request, setName, get, fetchMe } from '../net/api'
import { t } from '../i18n/language.svelte'
import type { Known, Me, NewKnown, SecurityNotice } from '../net/messages'
import { settings, applySettings, syncedSettings } from '../settings/settings.svelte'

export const me = $state<{ now: Me | null; relations: Known[]; notices: SecurityNotice[] }>({
  now: null,
  relations: [],
  notices: [],
})

let met: Promise<void> | null = null

/** Ask the server once, as the page opens. */
export const loadMe = (): Promise<void> => (met ??= fetchMe().then(known, () => {}))

/** Ask once more: a role may have been given or taken since. */
export async function refreshMe(): Promise<void> {
  await loadMe()
  me.now = await fetchMe()
}

async function known(now: Me | null): Promise<void> {
  me.now = now
  if (now && !settings.name) settings.name = now.name
  await loadAccount()
}

/** Somebody signed in or out: their circle, settings and notices come along. */
export async function loadAccount(): Promise<void> {
  if (me.now?.account) applySettings(me.now.settings)
  me.relations = me.now ? await get<Known[]>('/api/me/circle').catch(() => []) : []
  me.notices = me.now?.account ? await get<SecurityNotice[]>('/api/me/notices').catch(() => []) : []
}

/** I know what was done to my account: it is not told again. */
export function dismissNotices(): void {
  const last = me.notices[0]
  me.notices = []
  if (last) void request('DELETE', `/api/me/notices/${last.id}`).catch(() => null)
}

/** Nobody is signed in here any more. */
export function forgetMe(): void {
  me.now = null
  me.relations = []
  me.notices = []
}

/** A guest at least, called as the settings say; who does not say is a guest with a number. */
export async function ensureGuest(): Promise<Me> {
  await loadMe()
  const name = settings.name.trim()
  if (me.now && (me.now.account || !name || me.now.name === name)) return me.now
  me.now = await setName(name || t('seat.guest', { number: 100 + Math.floor(900 * Math.random()) }))
  if (name) settings.name = me.now.name
  return me.now
}

/** An account keeps its settings; a guest's stay in the browser. */
export function saveToAccount(): void {
  if (me.now?.account) void request('PUT', '/api/me/settings', syncedSettings()).catch(() => null)
}

export const hasRelation = (person: string, kind: NewKnown['kind']): boolean =>
  me.relations.some((known) => known.person === person && known.kind === kind)

/** Add somebody as a friend, mute or block them; or, where they are that already, no more. */
export async function toggleRelation(
  person: string,
  name: string,
  kind: NewKnown['kind'],
): Promise<void> {
  const already = hasRelation(person, kind)
  if (already) await request('DELETE', `/api/me/circle/${person}`)
  else await request('PUT', `/api/me/circle/${person}`, { kind })
  const others = me.relations.filter(
    (known) => known.person !== person || (!already && known.kind !== kind),
  )
  me.relations = already ? others : [...others, { person, name, kind, here: false }]
}
