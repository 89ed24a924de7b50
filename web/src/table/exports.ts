// What other pages use of the table's code.

export { openLocal } from '../offline/localTable'
export { default as HandIn } from '../offline/HandIn.svelte'
export { askLocally, endLessons } from '../offline/localLessons'
export { isKept } from '../offline/set'
export { digest } from '../fairness/packs'
