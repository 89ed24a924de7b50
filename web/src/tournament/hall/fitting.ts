// Rows in columns of a box without a bar: the largest letters with which none is cut.

/** Letters in pixels: the largest, and the smallest that a hall reads. */
export interface Letters {
  most: number
  least: number
}
export const MOST_COLUMNS = 5

/** Whether rows in these letters and columns lie within the box. */
export type Fits = (size: number, columns: number) => boolean

/** Return the largest letters with which everything fits, and how many columns; else null. */
export function fitted({ most, least }: Letters, fits: Fits): [number, number] | null {
  for (let size = most; size >= least; size--)
    for (let columns = 1; columns <= MOST_COLUMNS; columns++)
      if (fits(size, columns)) return [size, columns]
  return null
}

/** Return the rows of a part, of as many equal ones. */
export function partOf<T>(rows: readonly T[], part: number, parts: number): T[] {
  const each = Math.ceil(rows.length / parts)
  return rows.slice(part * each, (part + 1) * each)
}
