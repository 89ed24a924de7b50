// Totals of a game as they are typed from a paper. Pure.

import type { TableGame } from '../../../net/messages'

/** Second totals that are offered for a tap. */
const OFFERED = 5

/** Whether both totals cannot add up to this. A sum above all that are named may be one of more. */
export const isImpossible = (possible: readonly number[], sum: number): boolean =>
  sum <= (possible.at(-1) ?? -1) && !possible.includes(sum)

/** Return the possible totals next to one that is not: the last below it and the first above. */
export function nearest(possible: readonly number[], sum: number): number[] {
  const above = possible.findIndex((total) => total > sum)
  if (above < 0) return possible.slice(-1)
  return possible.slice(Math.max(0, above - 1), above + 1)
}

/** Return the second totals that go with a first one; none where sums are not known. */
const othersOf = (possible: readonly number[], first: number | null): number[] =>
  first === null ? [] : possible.map((sum) => sum - first).filter((total) => total >= 0)

/** Return the second total where it follows from the first, as nothing can come on top. */
export const restOf = (possible: readonly number[], first: number | null): number | null =>
  possible.length === 1 ? (othersOf(possible, first)[0] ?? null) : null

/** Return second totals to tap: without a belote, with one, and so on; none that follows anyway. */
export const offeredWith = (possible: readonly number[], first: number | null): number[] =>
  possible.length === 1 ? [] : othersOf(possible, first).slice(0, OFFERED)

/** Return the place of a game among those of its round, by what its paper says; -1: none. */
export const placeOf = (
  games: readonly TableGame[],
  table: number | null,
  deal: number | null,
): number =>
  games.findIndex((game, at) =>
    game.deal ? game.table === table && game.deal === deal : at + 1 === table,
  )

/** Whether a sign typed anywhere begins the number of a table: no field and no dialog takes it. */
export function beginsTable({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (!/^\p{Nd}$/u.test(key) || ctrlKey || metaKey || altKey) return false
  const taken = target instanceof Element && target.closest('input, textarea, select')
  return !taken && !document.querySelector('dialog[open]')
}
