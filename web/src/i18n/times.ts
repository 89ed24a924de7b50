// Dates and relative times in the words of a language; times are seconds since 1970.

const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

const spoken = (language: string): boolean =>
  Intl.DateTimeFormat.supportedLocalesOf(language).length > 0

/** A date in the words of a language; in figures, 21.11.2026, where the browser lacks its words. */
export function dateIn(at: number, language: string, style: Intl.DateTimeFormatOptions): string {
  const moment = new Date(at * 1000)
  if (spoken(language)) return moment.toLocaleString(language, style)
  const { dateStyle, timeStyle, timeZone } = style
  return moment.toLocaleString('de', {
    month: '2-digit',
    ...((dateStyle ?? style.day) && { day: '2-digit' }),
    ...((dateStyle ?? style.year) && { year: 'numeric' }),
    ...(timeStyle && { hour: '2-digit', minute: '2-digit' }),
    ...(timeZone && { timeZone }),
  })
}

/** "21 Nov 2026, 17:20"; midnight is 00:00 in every language. */
export const dateText = (at: number, language: string): string =>
  dateIn(at, language, { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' })

/** "3 hours ago", "in 2 days"; within a minute "now". The date where the browser lacks the words. */
export function relativeTime(at: number, now: number, language: string): string {
  if (!spoken(language)) return dateText(at, language)
  const [unit, seconds] = UNITS.find(([, length]) => Math.abs(at - now) >= length) ?? [
    'second',
    Infinity,
  ]
  return new Intl.RelativeTimeFormat(language, {
    numeric: unit === 'second' ? 'auto' : 'always',
  }).format(Math.trunc((at - now) / seconds), unit)
}
