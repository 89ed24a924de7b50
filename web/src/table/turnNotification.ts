// A notification of the device that it is one's turn, while the page is open but not looked at.

import { t } from '../i18n/language.svelte'
import { settings } from '../settings/settings.svelte'

const TAG = 'rebelote.turn'

const available = (): boolean => 'Notification' in window

/** Ask for permission to notify; whether it is granted. */
export async function mayNotify(): Promise<boolean> {
  return available() && (await Notification.requestPermission()) === 'granted'
}

/** Phones show notifications of a service worker alone. */
const worker = async (): Promise<ServiceWorkerRegistration | undefined> =>
  'serviceWorker' in navigator ? navigator.serviceWorker.getRegistration() : undefined

/** One after the other: what is shown and what is taken back must not overtake each other. */
let earlier: Promise<void> = Promise.resolve()

/** It is one's turn from now on, or no more. */
export function notifyOfTurn(mine: boolean): void {
  if (!settings.notify || !available() || Notification.permission !== 'granted') return
  const hidden = document.visibilityState === 'hidden'
  earlier = earlier.then(() => (mine && hidden ? show() : takeBack())).catch(() => {})
}

async function show(): Promise<void> {
  const options = {
    tag: TAG,
    body: t('notify.turn.text'),
    icon: '/icon-192.png',
    data: location.href,
  }
  const result = await worker()
  if (result) await result.showNotification(t('notify.turn'), options)
  else new Notification(t('notify.turn'), options)
}

/** Push messages about this table as well. */
async function takeBack(): Promise<void> {
  for (const shown of (await (await worker())?.getNotifications()) ?? [])
    if (shown.tag === TAG || shown.data === location.href) shown.close()
}
