// The code of a table, fetched when the first is opened or the start page is idle.

export { default as Table } from '../../table/Table.svelte'
export { Game } from '../../table/game.svelte'
export { openTable } from '../../lobby/openTable'
