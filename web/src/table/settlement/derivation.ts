// The score calculation of a deal as rows: one for each step, a column for each side. Pure.

import { STEPS } from '../../i18n/sentences'
import type { Line } from '../../net/messages'

export interface Row {
  code: string
  rule: string
  /** The points of each side, in the order of the columns. */
  points: (number | null)[]
}

const PLACES = new Map<string, number>(STEPS.map((code, place) => [code, place]))

/** Return the codes in the order in which they stand; one of a game from outside follows the step
 * before it. */
function steps(lines: readonly Line[]): string[] {
  const places = new Map<string, number>()
  lines.forEach((line, i) => {
    const before = places.get(lines[i - 1]?.code ?? '') ?? 0
    if (!places.has(line.code)) places.set(line.code, PLACES.get(line.code) ?? before)
  })
  return [...places.keys()].sort((one, other) => places.get(one)! - places.get(other)!)
}

/** Return one row for each step, a column for each of these sides, in the order of the
 * derivation. */
export function rowsOf(lines: readonly Line[], sides: readonly number[]): Row[] {
  return steps(lines).map((code) => {
    const same = lines.filter((line) => line.code === code)
    const pointsOf = (side: number) =>
      same.find((line) => line.side === side || line.side === null)?.points ?? null
    return { code, rule: same[0]?.rule ?? '', points: sides.map(pointsOf) }
  })
}
