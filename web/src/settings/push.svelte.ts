// Web push: this device says that it is one's turn, also with the page closed. Off until somebody
// asks for it here; the server forgets it with the session.

import { ensureGuest } from '../account/me.svelte'
import { load, save } from '../lib/storage'
import { Refusal, get, request } from '../net/api'
import type { PushService } from '../net/messages'
import { PUSH_KEY } from './pushKey'

export const push = $state({ on: load(PUSH_KEY) === true })

function set(on: boolean): void {
  push.on = on
  save(PUSH_KEY, on)
}

/** Return the key by which this server notifies; null where it does not, or cannot be asked. */
export const pushKey = (): Promise<string | null> =>
  get<PushService>('/api/push').then(
    ({ key }) => key,
    () => null,
  )

/** Return the obstacle to notifications; `install`: there is none once the app is on the home
 * screen (iOS). */
export function obstacle(): 'install' | 'unable' | null {
  if ('PushManager' in window && 'serviceWorker' in navigator && 'Notification' in window)
    return null
  const { userAgent, platform, maxTouchPoints } = navigator
  const apple =
    /iPhone|iPad|iPod/.test(userAgent) || (platform === 'MacIntel' && maxTouchPoints > 1)
  return apple ? 'install' : 'unable'
}

/** Have this device notified; throws a `Refusal`, or what the browser has against it. */
export async function startPush(): Promise<void> {
  const key = await pushKey()
  if (!key) throw new Refusal('no-push', '')
  await ensureGuest()
  await report(await subscription(key))
  set(true)
}

/** Return the browser's subscription, renewed if it has another key: that of a lost database. */
async function subscription(key: string): Promise<PushSubscription> {
  const { pushManager } = await navigator.serviceWorker.ready
  const options = { userVisibleOnly: true, applicationServerKey: key }
  const before = await pushManager.getSubscription()
  return pushManager.subscribe(options).catch(async (error: unknown) => {
    if (!(await before?.unsubscribe())) throw error
    return pushManager.subscribe(options)
  })
}

async function report(result: PushSubscription): Promise<void> {
  const { endpoint, keys } = result.toJSON()
  await request('PUT', '/api/me/push', { endpoint, p256dh: keys?.p256dh, auth: keys?.auth })
}

/** Stop notifying this device, and unsubscribe from the browser's push service. */
export async function stopPush(): Promise<void> {
  set(false)
  const result = await (
    await navigator.serviceWorker?.getRegistration()
  )?.pushManager?.getSubscription()
  if (!result) return
  const { endpoint } = result
  await result.unsubscribe()
  await request('DELETE', '/api/me/push', { endpoint }).catch(() => null)
}

/** Tell the server again: the session, the language or the browser's address may be another. */
export async function renewPush(): Promise<void> {
  if (!push.on) return
  if (obstacle() === null && Notification.permission === 'granted') await startPush()
  else await stopPush()
}
