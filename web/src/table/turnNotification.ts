// A notification of the device that it is one's turn, while the page is open but not looked at.

import { t } from '../i18n/language.svelte'
import { settings } from '../settings/settings.svelte'

const TAG = 'rebelote.turn'

const available = (): boolean => 'Notification' in window

/** Ask for leave to notify; whether it is given. */
export async function mayNotify(): Promise<boolean> {
  return available() && (await Notification.requestPermission()) === 'granted'
}

/** Phones show notifications of a service worker alone. */
const worker = async (): Promise<ServiceWorkerRegistration | undefined> =>
  'serviceWorker' in navigator ? navigator.serviceWorker.getRegistration() : undefined

export async function notifyOfTurn(): Promise<void> {
  if (!settings.notify || document.visibilityState === 'visible') return
  if (!available() || Notification.permission !== 'granted') return
  const options = { tag: TAG, body: t('notify.turn.text'), icon: '/icon-192.png' }
  const found = await worker()
  if (found) await found.showNotification(t('notify.turn'), options)
  else new Notification(t('notify.turn'), options)
}

/** It was somebody's turn, and is no more. */
export async function turnIsOver(): Promise<void> {
  if (!settings.notify) return
  for (const shown of (await (await worker())?.getNotifications({ tag: TAG })) ?? []) shown.close()
}
