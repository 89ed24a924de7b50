// Parts of the start page that come once it is drawn, or once they are asked for, with all words.

import { withWords } from '../i18n/language.svelte'
import { whenSpare } from '../table/onDemand'

export const loadChooser = () => withWords(import('./opening/Chooser.svelte'))
export const loadNotices = () => withWords(import('../account/Notices.svelte'))

/** Load code that may wait until the line is free. */
async function later<T>(code: () => Promise<T>): Promise<T> {
  await whenSpare()
  return withWords(code())
}

export const loadRegistration = () => import('../net/registration')
export const loadOfflineNote = () => withWords(import('./start/OfflineNote.svelte'))
export const loadUnderWay = () => later(() => import('./start/UnderWay.svelte'))
export const loadLive = () => later(() => import('../friends/Live.svelte'))
export const loadClubsHere = () => later(() => import('../tournament/home/ClubsHere.svelte'))
export const loadFriendsHere = () => later(() => import('../friends/FriendsHere.svelte'))
export const loadCurrentColumn = () => later(() => import('./start/Current.svelte'))
