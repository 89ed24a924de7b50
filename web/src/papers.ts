// The code of the other pages and of the dialogs, fetched when the first is opened or the start page is idle.

export { default as Account } from './Account.svelte'
export { default as Daily } from './Daily.svelte'
export { default as Find } from './Find.svelte'
export { default as Help } from './Help.svelte'
export { default as Profile } from './Profile.svelte'
export { default as Ranking } from './Ranking.svelte'
export { default as Settings } from './Settings.svelte'
