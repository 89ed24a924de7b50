// Chunk with the table, loaded with the first table or once the start page is idle.

export { default as Table } from '../../table/Table.svelte'
export { Game } from '../../table/game.svelte'
export { openTable } from '../../lobby/openTable'
