// The exports of the table's code for other pages.

export { openLocal } from '../offline/localTable'
export { default as HandIn } from '../offline/HandIn.svelte'
export { askLocally, endLessons, isAwake, isFree } from '../offline/localLessons'
export { isKept } from '../offline/set'
export { digest } from '../fairness/packs'
