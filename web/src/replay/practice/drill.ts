// Drills: puzzles one after another until a mistake, or ten positions of one kind.

import { load, save } from '../../lib/storage'

/** The key of the longest runs on this device, by game. */
const KEY = 'rebelote.runs'

const runs = (): Record<string, number> => {
  const kept = load(KEY)
  return kept && typeof kept === 'object' ? (kept as Record<string, number>) : {}
}

/** Return the longest run of a game on this device. */
export const longest = (game: string): number => runs()[game] ?? 0

/** Keep a run of right answers, where none of this game was longer. */
export function keepRun(game: string, count: number): void {
  if (count > longest(game)) save(KEY, { ...runs(), [game]: count })
}

/** How far puzzles of about the same difficulty change places. */
const NEAR = 20

/** Return the order of a run: from the clearest to the finest, no two runs alike. */
export const shuffled = (puzzles: readonly string[], chance = Math.random): string[] =>
  puzzles
    .map((puzzle, i) => [i + NEAR * chance(), puzzle] as const)
    .sort(([a], [b]) => a - b)
    .map(([, puzzle]) => puzzle)
