// Notifications of the device while the page is open but not looked at: it is one's turn, or one's
// table of an evening is open.

import { t } from '../../i18n/language.svelte'
import { settings } from '../../settings/settings.svelte'

const TAG = 'rebelote.turn'

const available = (): boolean => 'Notification' in window

const allowed = (): boolean =>
  settings.notify && available() && Notification.permission === 'granted'

/** Ask for permission to notify; whether it is granted. */
export async function mayNotify(): Promise<boolean> {
  return available() && (await Notification.requestPermission()) === 'granted'
}

/** Phones show notifications of a service worker alone. */
const worker = async (): Promise<ServiceWorkerRegistration | undefined> =>
  'serviceWorker' in navigator ? navigator.serviceWorker.getRegistration() : undefined

/** One after the other: what is shown and what is taken back must not overtake each other. */
let earlier: Promise<void> = Promise.resolve()

/** Notify the player that their turn has come, or withdraw the notification. */
export function notifyOfTurn(mine: boolean): void {
  if (!allowed()) return
  const hidden = document.visibilityState === 'hidden'
  const next = () =>
    mine && hidden ? show(t('notify.turn'), t('notify.turn.text'), location.href) : takeBack()
  earlier = earlier.then(next).catch(() => {})
}

/** Notify the player of an open table of this evening, at which they are awaited. */
export function notifyOfTable(evening: string, table: string): void {
  if (!allowed() || document.visibilityState === 'visible') return
  const at = `${location.origin}/#/table/${table}`
  earlier = earlier.then(() => show(t('ui.club.called'), evening, at)).catch(() => {})
}

async function show(title: string, body: string, data: string): Promise<void> {
  const options = { tag: TAG, body, icon: '/icon-192.png', data }
  const result = await worker()
  if (result) await result.showNotification(title, options)
  else new Notification(title, options)
}

/** Push messages about this table as well. */
async function takeBack(): Promise<void> {
  for (const shown of (await (await worker())?.getNotifications()) ?? [])
    if (shown.tag === TAG || shown.data === location.href) shown.close()
}
