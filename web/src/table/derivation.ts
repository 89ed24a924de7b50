// How a deal was counted, as rows: one for each step, a column for each side. Pure.

import type { Line } from '../net/messages'

export interface Row {
  code: string
  rule: string
  /** What each side has in it, in the order of the columns. */
  points: (number | null)[]
}

/** The codes in order; what only the second side has goes after the step before it. */
function steps(lines: readonly Line[]): string[] {
  const codes: string[] = []
  lines.forEach((line, i) => {
    const before = codes.indexOf(lines[i - 1]?.code ?? '')
    if (!codes.includes(line.code)) codes.splice(before + 1, 0, line.code)
  })
  return codes
}

/** One row for each step, a column for each of these sides, in the order of the derivation. */
export function rowsOf(lines: readonly Line[], sides: readonly number[]): Row[] {
  return steps(lines).map((code) => {
    const same = lines.filter((line) => line.code === code)
    const pointsOf = (side: number) =>
      same.find((line) => line.side === side || line.side === null)?.points ?? null
    return { code, rule: same[0]?.rule ?? '', points: sides.map(pointsOf) }
  })
}
