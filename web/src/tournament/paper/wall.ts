// Size of the letters of a draw for the wall: as large as a sheet allows, so that it is read at 3 m.

/** The smallest letters, in points: capitals of 5 mm, which people read at 3 m. */
export const LEAST = 22
export const MOST = 56
const POINT = 0.3528
/** Height and width that the rows of an A4 sheet have, in mm. */
const SHEET = { height: 236, width: 186 }
/** Width of a sign in ems, on average and with room to spare. */
const SIGN = 0.54
const LINE = 1.12
/** What a row has besides its lines of names, in ems. */
const PADDING = 0.34

/** Count the lines that a text takes in letters of this size beside columns of so many ems. */
const linesOf = (text: string, size: number, beside: number): number => {
  const signs = Math.max(1, (SHEET.width / (size * POINT) - beside) / SIGN)
  return Math.max(1, Math.ceil(text.length / signs))
}

/** Return the height of a row of names in mm, a line or more each. */
const heightOf = (names: readonly string[], size: number, beside: number): number => {
  const lines = names.reduce((sum, name) => sum + linesOf(name, size, beside), 0)
  return (lines * LINE + PADDING) * size * POINT
}

/**
 * Return the largest letters, in points, with which all rows are on one sheet; the smallest ones
 * where they take several. `beside`: ems that numbers take beside the names.
 */
export function lettersOf(rows: readonly (readonly string[])[], beside: number): number {
  for (let size = MOST; size > LEAST; size--) {
    const height = rows.reduce((sum, names) => sum + heightOf(names, size, beside), 0)
    if (height <= SHEET.height) return size
  }
  return LEAST
}
