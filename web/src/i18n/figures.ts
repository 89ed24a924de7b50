// Figures as a language writes them.

/** The part of the words of a language that figures need. */
type Tagged = (key: 'language.tag') => string

/** Write marks won or lost, with their sign and a tenth at most. */
export const amount = (words: Tagged, marks: number): string =>
  new Intl.NumberFormat(words('language.tag'), {
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  })
    .format(marks)
    .replace('-', '−')

/** Write a number with a tenth at most. */
export const tenths = (words: Tagged, value: number): string =>
  new Intl.NumberFormat(words('language.tag'), { maximumFractionDigits: 1 }).format(value)

/** Write a share of 1 in percent. */
export const percent = (words: Tagged, share: number): string =>
  new Intl.NumberFormat(words('language.tag'), { style: 'percent' }).format(share)

/** Write a whole number. */
export const whole = (words: Tagged, value: number): string =>
  new Intl.NumberFormat(words('language.tag'), { maximumFractionDigits: 0 }).format(value)
