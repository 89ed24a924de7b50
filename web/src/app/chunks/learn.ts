// Chunk with the lessons, loaded with the first of them.

export { default as Learn } from '../../learn/Learn.svelte'
