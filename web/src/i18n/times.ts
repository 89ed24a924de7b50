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

/** Months, as in a date, and days of the week from Sunday on, of languages whose words some browsers lack. */
const NAMES: Readonly<Record<string, { months: readonly string[]; days: readonly string[] }>> = {
  hy: {
    months: [
      ...['հունվարի', 'փետրվարի', 'մարտի', 'ապրիլի', 'մայիսի', 'հունիսի', 'հուլիսի'],
      ...['օգոստոսի', 'սեպտեմբերի', 'հոկտեմբերի', 'նոյեմբերի', 'դեկտեմբերի'],
    ],
    days: ['կիրակի', 'երկուշաբթի', 'երեքշաբթի', 'չորեքշաբթի', 'հինգշաբթի', 'ուրբաթ', 'շաբաթ'],
  },
}

/** Write a date in the words of a language; in figures, 21.11.2026, where nobody has its words. */
export function dateIn(at: number, language: string, style: Intl.DateTimeFormatOptions): string {
  const moment = new Date(at * 1000)
  if (spoken(language)) return moment.toLocaleString(language, style)
  const { dateStyle, timeStyle, weekday } = style
  const zone = style.timeZone ? { timeZone: style.timeZone } : {}
  const inFigures = (parts: Intl.DateTimeFormatOptions) =>
    moment.toLocaleString('de', { ...zone, ...parts })
  const clock = timeStyle && ({ hour: '2-digit', minute: '2-digit' } as const)
  const dated = dateStyle ?? style.year
  const names = NAMES[language]
  if (!names || !(dateStyle ?? style.day))
    return inFigures({
      month: '2-digit',
      ...((dateStyle ?? style.day) && { day: '2-digit' }),
      ...(dated && { year: 'numeric' }),
      ...clock,
    })
  const [year, month, day] = (['year', 'month', 'day'] as const).map((part) =>
    Number.parseInt(inFigures({ [part]: 'numeric' }), 10),
  ) as [number, number, number]
  return [
    `${day} ${names.months[month - 1]}${dated ? ` ${year}` : ''}`,
    ...(weekday ? [names.days[new Date(Date.UTC(year, month - 1, day)).getUTCDay()]] : []),
    ...(clock ? [inFigures(clock)] : []),
  ].join(', ')
}

/** Write a date and time: "21 Nov 2026, 17:20"; midnight is 00:00 in every language. */
export const dateText = (at: number, language: string): string =>
  dateIn(at, language, { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' })

/** Write a time relative to now: "3 hours ago", "in 2 days"; within a minute "now". The date where
 * the browser lacks the words. */
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
