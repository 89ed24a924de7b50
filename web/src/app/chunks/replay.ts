// Chunk with matches that are looked at again, loaded with the first of them.

export { default as ImportPage } from '../../replay/ImportPage.svelte'
export { default as MatchPage } from '../../replay/MatchPage.svelte'
export { default as Together } from '../../replay/Together.svelte'
export { default as MyMatches } from '../../replay/MyMatches.svelte'
export { default as Practice } from '../../replay/Practice.svelte'
export { default as Statistics } from '../../statistics/Statistics.svelte'
export { default as Puzzle } from '../../replay/Puzzle.svelte'
