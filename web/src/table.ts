// The code of a table, fetched when the first is opened or the start page is idle.

export { default as Table } from './Table.svelte'
export { Game } from './game.svelte'
export { newTable } from './opening'
