// The focus after its element has been replaced.

/** Focus the first button of a region. */
export const focusFirst = (region: HTMLElement): void =>
  region.querySelector('button')?.focus({ preventScroll: true })

/** Return the place in a row after so many steps; nothing chosen yet leads to the first. */
export const along = (at: number, by: number, length: number): number =>
  Math.min(Math.max(at + by, 0), length - 1)
