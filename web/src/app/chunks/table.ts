// Chunk with the table, loaded with the first table or once the start page is idle.

export { default as Table } from '../../table/Table.svelte'
export { Game } from '../../table/game.svelte'
export { isLocal, openLocal } from '../../offline/localTable'
export { default as HandIn } from '../../offline/HandIn.svelte'
export { askLocally, endLessons } from '../../offline/localLessons'
export { isKept } from '../../offline/set'
export { openTable } from '../../lobby/openTable'
