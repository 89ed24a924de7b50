// Figures as a language writes them.

import type { Words } from './words'

/** Marks that were won or lost: with their sign, and a tenth at most. */
export const amount = (words: Words, marks: number): string =>
  new Intl.NumberFormat(words('language.tag'), {
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  })
    .format(marks)
    .replace('-', '−')

/** A number with a tenth at most. */
export const tenths = (words: Words, value: number): string =>
  new Intl.NumberFormat(words('language.tag'), { maximumFractionDigits: 1 }).format(value)

/** A share of 1, in percent. */
export const percent = (words: Words, share: number): string =>
  new Intl.NumberFormat(words('language.tag'), { style: 'percent' }).format(share)

/** A whole number. */
export const whole = (words: Words, value: number): string =>
  new Intl.NumberFormat(words('language.tag'), { maximumFractionDigits: 0 }).format(value)
