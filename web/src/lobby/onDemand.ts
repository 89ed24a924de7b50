// Parts of the start page that come once it is drawn, or once they are asked for.

import { whenIdle } from '../lib/idle'

export const loadChooser = () => import('./Chooser.svelte')
export const loadLive = () => import('../friends/Live.svelte')
export const loadFriendsHere = () => import('../friends/FriendsHere.svelte')
export async function loadCurrentColumn() {
  await whenIdle()
  return import('./Current.svelte')
}
