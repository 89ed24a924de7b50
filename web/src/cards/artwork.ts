// Artwork of the card faces: outlines of pips and index letters, and the layout of pips.

import type { SuitText } from './cards'

/** Pips in a box of 100 by 100. */
export const PIPS: Record<SuitText, string> = {
  S: 'M50 3C58 22 95 40 95 65 95 79 85 87 74 87 66 87 59 83 55 76 56 87 60 93 68 98H32C40 93 44 87 45 76 41 83 34 87 26 87 15 87 5 79 5 65 5 40 42 22 50 3Z',
  H: 'M50 96C44 82 5 58 5 30 5 14 16 5 28 5 39 5 47 12 50 23 53 12 61 5 72 5 84 5 95 14 95 30 95 58 56 82 50 96Z',
  D: 'M50 2C60 21 73 37 88 50 73 63 60 79 50 98 40 79 27 63 12 50 27 37 40 21 50 2Z',
  C: 'M50 3A22 22 0 0 1 66 40C65 41 64 42 63 43A22 22 0 1 1 55 69C55 84 60 93 68 98H32C40 93 45 84 45 69A22 22 0 1 1 37 43C36 42 35 41 34 40A22 22 0 0 1 50 3Z',
}

/** Letters and figures as strokes, 100 high; `width` without the stroke. */
export const GLYPHS: Record<string, { width: number; path: string }> = {
  A: { width: 58, path: 'M0 100 29 0 58 100M11 66H47' },
  B: {
    width: 50,
    path: 'M0 0V100H24C42 100 50 89 50 74 50 59 41 48 24 48H0M24 48C38 48 46 38 46 24 46 10 38 0 24 0H0',
  },
  D: { width: 54, path: 'M0 0V100H18C43 100 54 79 54 50 54 21 43 0 18 0Z' },
  E: { width: 44, path: 'M44 0H0V100H44M0 48H36' },
  H: { width: 50, path: 'M0 0V100M50 0V100M0 48H50' },
  I: { width: 0, path: 'M0 0V100' },
  J: { width: 44, path: 'M12 0H44M34 0V76C34 92 27 100 17 100 6 100 0 92 0 78' },
  K: { width: 52, path: 'M0 0V100M50 0 2 62M18 41 52 100' },
  Q: {
    width: 56,
    path: 'M28 0C8 0 0 20 0 50 0 80 8 100 28 100 48 100 56 80 56 50 56 20 48 0 28 0ZM32 72 56 102',
  },
  R: { width: 50, path: 'M0 100V0H24C41 0 48 11 48 26 48 41 41 52 24 52H0M24 52 50 100' },
  V: { width: 56, path: 'M0 0 28 100 56 0' },
  X: { width: 52, path: 'M0 0 52 100M52 0 0 100' },
  n: { width: 34, path: 'M0 40V100M0 60C4 46 11 40 19 40 29 40 34 47 34 60V100' },
  '0': {
    width: 36,
    path: 'M18 0C4 0 0 20 0 50 0 80 4 100 18 100 32 100 36 80 36 50 36 20 32 0 18 0Z',
  },
  '1': { width: 16, path: 'M0 18 16 0V100' },
  '7': { width: 48, path: 'M0 0H48C34 28 22 60 18 100' },
  '8': {
    width: 48,
    path: 'M24 46C10 46 3 37 3 24 3 9 10 0 24 0 38 0 45 9 45 24 45 37 38 46 24 46 8 46 0 57 0 73 0 90 8 100 24 100 40 100 48 90 48 73 48 57 40 46 24 46Z',
  },
  '9': {
    width: 48,
    path: 'M48 32C48 12 40 0 24 0 8 0 0 12 0 31 0 49 8 60 24 60 40 60 48 49 48 32C48 74 40 100 10 100',
  },
}

const GAP = 24

/** Return an index such as "Kn" or "10", set side by side. */
export function lettering(text: string): { width: number; letters: { x: number; path: string }[] } {
  let x = 0
  const letters = [...text].flatMap((letter) => {
    const glyph = GLYPHS[letter]
    if (!glyph) return []
    const placed = { x, path: glyph.path }
    x += glyph.width + GAP
    return [placed]
  })
  return { width: Math.max(0, x - GAP), letters }
}

const [LEFT, MIDDLE, RIGHT] = [62, 100, 138]
const BOTH = [LEFT, RIGHT]
const rows = (xs: number[], ...ys: number[]): [number, number][] =>
  ys.flatMap((y) => xs.map((x): [number, number] => [x, y]))

/** The positions of the pips of a number card on a card of 200 by 280. */
export const LAYOUT: Record<string, [number, number][]> = {
  '7': [...rows(BOTH, 66, 140, 214), [MIDDLE, 103]],
  '8': [...rows(BOTH, 66, 140, 214), [MIDDLE, 103], [MIDDLE, 177]],
  '9': [...rows(BOTH, 60, 113, 167, 220), [MIDDLE, 140]],
  T: [...rows(BOTH, 60, 113, 167, 220), [MIDDLE, 86], [MIDDLE, 194]],
}
