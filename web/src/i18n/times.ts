// Dates and relative times in the words of a language; times are seconds since 1970.

const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

/** "21 Nov 2026, 17:20"; midnight is 00:00 in every language. */
export const dateText = (at: number, language: string): string =>
  new Date(at * 1000).toLocaleString(language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    hourCycle: 'h23',
  })

/** "3 hours ago", "in 2 days"; within a minute "now". */
export function relativeTime(at: number, now: number, language: string): string {
  const [unit, seconds] = UNITS.find(([, length]) => Math.abs(at - now) >= length) ?? [
    'second',
    Infinity,
  ]
  return new Intl.RelativeTimeFormat(language, {
    numeric: unit === 'second' ? 'auto' : 'always',
  }).format(Math.trunc((at - now) / seconds), unit)
}
