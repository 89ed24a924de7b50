// Parts of the start page that come once it is drawn, or once they are asked for.

export const loadChooser = () => import('./Chooser.svelte')
export const loadFriendsHere = () => import('../friends/FriendsHere.svelte')
