// Parts of the start page that come once it is drawn, or once they are asked for, with all words.

import { withWords } from '../i18n/language.svelte'
import { whenIdle } from '../lib/idle'

export const loadChooser = () => withWords(import('./Chooser.svelte'))
export const loadNotices = () => withWords(import('../account/Notices.svelte'))
export const loadLive = () => withWords(import('../friends/Live.svelte'))
export const loadClubsHere = () => withWords(import('../club/ClubsHere.svelte'))
export const loadFriendsHere = () => withWords(import('../friends/FriendsHere.svelte'))
export async function loadCurrentColumn() {
  await whenIdle()
  return withWords(import('./Current.svelte'))
}
