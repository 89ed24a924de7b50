// Fairness in figures: what a month's hands held, put together over the seats.

import type { HandFigure } from '../net/messages'

export interface Row {
  /** A number, or the lengths of the suits: `3-2-1-1`. */
  value: string
  count: number
  expected: number
}

/** Return the rows of a figure over all seats, without those that nobody had nor was due. */
export function rowsOf(figures: readonly HandFigure[]): Row[] {
  const [first] = figures
  return (first?.cells ?? [])
    .map((cell, place) => ({
      value: cell.value.join('-'),
      count: sum(figures.map((one) => one.cells[place]?.count ?? 0)),
      expected: sum(figures.map((one) => one.cells[place]?.expected ?? 0)),
    }))
    .filter(({ count, expected }) => count || expected >= 0.05)
}

/** Return the figures by their code, in the order in which they come. */
export function byCode(figures: readonly HandFigure[]): [string, HandFigure[]][] {
  const result = new Map<string, HandFigure[]>()
  for (const one of figures) result.set(one.code, [...(result.get(one.code) ?? []), one])
  return [...result]
}

const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0)
