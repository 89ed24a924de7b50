// Friends, requests and invitations, as the server has them; and the latest news, which any page
// shows. They are loaded again whenever there is news.

import { get, post, request } from '../net/api'
import { called } from '../tournament/hall/call.svelte'
import type { Friends, News } from '../net/messages'
import { EMPTY } from './lists'

export const friends = $state<{ now: Friends; loaded: boolean; news: News['what'] | null }>({
  now: EMPTY,
  loaded: false,
  news: null,
})

export async function loadFriends(): Promise<void> {
  friends.now = await get<Friends>('/api/friends')
  friends.loaded = true
}

/** Forget the friends, as nobody is signed in any longer, or another person. */
export function forgetFriends(): void {
  Object.assign(friends, { now: EMPTY, loaded: false, news: null })
}

/** Load the news, then show it. */
export async function newsArrived({ what, table, name }: News): Promise<void> {
  if (what === 'called') return called(table, name)
  await loadFriends().then(
    () => (friends.news = what),
    () => null,
  )
}

const changed = async (method: 'PUT' | 'DELETE', path: string) => {
  await request(method, `/api/friends/${path}`)
  await loadFriends()
}
/** Ask somebody to be a friend, or accept their request. */
export const ask = (person: string) => changed('PUT', person)
/** End a friendship, or take a request back. */
export const endFriendship = (person: string) => changed('DELETE', person)
export const refuse = (person: string) => changed('DELETE', `requests/${person}`)
export const dismiss = (person: string) => changed('DELETE', `invitations/${person}`)
export const invite = (person: string, table: string) =>
  post('/api/friends/invitations', { person, table })
