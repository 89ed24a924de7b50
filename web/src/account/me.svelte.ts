// The server's view of this browser: nobody until something needs a name, then a guest or an
// account.

import { request, createGuest, setName, get, fetchMe } from '../net/api'
import type { Known, Me, NewKnown, SecurityNotice } from '../net/messages'
import { isNameless } from '../i18n/names'
import { GUEST_NAMES, STORED_LANGUAGE } from '../net/constants'
import { CLUBS, load, save } from '../lib/storage'
import { PUSH_KEY } from '../settings/pushKey'
import { settings, applySettings, syncedSettings } from '../settings/settings.svelte'

export const me = $state<{ now: Me | null; relations: Known[]; notices: SecurityNotice[] }>({
  now: null,
  relations: [],
  notices: [],
})

let met: Promise<void> | null = null
/** The number of times this page has signed in or out, or changed the name. */
let changes = 0

/** Load it once, when the page opens; again where that failed. Throws a `Refusal`. */
export const loadMe = (): Promise<void> =>
  (met ??= fetchKnown()
    .then(known)
    .catch((error: unknown) => {
      met = null
      throw error
    }))

/** Load it again: a role may have been granted or revoked. */
export async function refreshMe(): Promise<void> {
  await loadMe()
  me.now = await fetchKnown()
}

/** Fetch the person from the server, but keep the local one if it has changed since the request. */
async function fetchKnown(): Promise<Me | null> {
  const before = changes
  const now = await fetchMe()
  return before === changes ? now : me.now
}

async function known(now: Me | null): Promise<void> {
  me.now = now
  if (now && !settings.name && !isNameless(now.name)) settings.name = now.name
  await loadAccount()
}

function changeTo(now: Me | null): void {
  changes += 1
  me.now = now
}

/** Signed in, or called something else: this is who one is from now on. */
export async function become(now: Me): Promise<void> {
  changeTo(now)
  settings.name = now.name
  await loadAccount()
}

/** After signing in or out: settings, relations and notices belong to the account. */
export async function loadAccount(): Promise<void> {
  if (me.now?.account) applySettings(me.now.settings)
  if (me.now) renewPush()
  me.relations = me.now ? await get<Known[]>('/api/me/relations').catch(() => []) : []
  me.notices = me.now?.account ? await get<SecurityNotice[]>('/api/me/notices').catch(() => []) : []
}

/** Dismiss the notices, here and on the server. */
export function dismissNotices(): void {
  const last = me.notices[0]
  me.notices = []
  if (last) void request('DELETE', `/api/me/notices/${last.id}`).catch(() => null)
}

/** Push messages go with the session; their code is loaded only where somebody wants them. */
function withPush(use: (code: typeof import('../settings/push.svelte')) => Promise<void>): void {
  if (load(PUSH_KEY) === true) void import('../settings/push.svelte').then(use).catch(() => null)
}

/** With another session, this device is still notified. */
export const renewPush = (): void => withPush((code) => code.renewPush())

/** Signed out. */
export function forgetMe(): void {
  withPush(({ stopPush }) => stopPush())
  changeTo(null)
  me.relations = []
  me.notices = []
  save(CLUBS, null)
}

/** Become a guest under the name in the settings, or one with a number, unless one is known already. */
export async function ensureGuest(): Promise<Me> {
  await loadMe()
  const name = settings.name.trim()
  if (me.now && (me.now.account || !name || me.now.name === name)) return me.now
  const now = await (me.now ? setName(name) : createGuest(name || numbered()))
  changeTo(now)
  if (name) settings.name = now.name
  return now
}

/** Return the name of a guest without one: a number, which every page translates for its reader. */
export const numbered = (): string =>
  GUEST_NAMES[STORED_LANGUAGE].replace('{number}', String(100 + Math.floor(900 * Math.random())))

/** Be called so from now on, at every table. */
export async function rename(name: string): Promise<void> {
  const now = await setName(name)
  changeTo(now)
  settings.name = now.name
}

/** Save the settings to the account, where it has others; those of guests stay in the browser. */
export function saveToAccount(): void {
  const { now } = me
  if (!now?.account) return
  const mine: Record<string, unknown> = syncedSettings()
  const changed = ([key, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(now.settings[key])
  if (!Object.entries(mine).some(changed)) return
  now.settings = mine
  void request('PUT', '/api/me/settings', mine).catch(() => null)
}

export const hasRelation = (person: string, kind: NewKnown['kind']): boolean =>
  me.relations.some((known) => known.person === person && known.kind === kind)

/** Add a friend, a mute or a block, or remove it where there is one. */
export async function toggleRelation(
  person: string,
  name: string,
  kind: NewKnown['kind'],
): Promise<void> {
  const already = hasRelation(person, kind)
  if (already) await request('DELETE', `/api/me/relations/${person}`)
  else await request('PUT', `/api/me/relations/${person}`, { kind })
  const others = me.relations.filter(
    (known) => known.person !== person || (!already && known.kind !== kind),
  )
  const pending = kind === 'friend'
  me.relations = already ? others : [...others, { person, name, kind, here: false, pending }]
}
