// The state of today: the player's results, and the time of the next deal.

import { dateIn } from '../i18n/times'
import type { Words } from '../i18n/words'
import type { Today, TodayDeal, TodayMark } from '../net/messages'

const DAY = 86_400_000
const MINUTE = 60_000

/** Return the beginning of the day after this one: a day is that of UTC. */
export const endOf = (date: string): Date => new Date(Date.parse(date) + DAY)

/** Return the time left in words, in hours and minutes; a begun minute counts as one. */
export function left(words: Words, until: Date, now: number): string {
  const minutes = Math.max(0, Math.ceil((until.getTime() - now) / MINUTE))
  return words('ui.today.left', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })
}

/** Write a day of the calendar, as a reader writes it. */
export const dayName = (
  words: Words,
  date: string,
  style: Intl.DateTimeFormatOptions = { weekday: 'long', day: 'numeric', month: 'long' },
): string => dateIn(Date.parse(date) / 1000, words('language.tag'), { timeZone: 'UTC', ...style })

/** Describe a lead or deficit in points. */
export const leadText = (words: Words, lead: number): string =>
  lead
    ? words(lead > 0 ? 'ui.today.ahead' : 'ui.today.behind', { marks: Math.abs(lead) })
    : words('ui.daily.equal')

/** Return the deal of the game played last, and those of the others. */
export function dealsOf(today: Today, last: string): { main: TodayDeal; others: TodayDeal[] } {
  const main = today.deals.find(({ preset }) => preset === last) ?? today.deals[0]!
  return { main, others: today.deals.filter((deal) => deal !== main) }
}

export type Mark = 'good' | 'bad' | 'even' | 'none'

/** Return the marks of a day: its deal and its puzzle. */
export const marksOf = ({
  lead,
  right,
}: TodayMark): { deal: Mark; puzzle: Exclude<Mark, 'even'> } => ({
  deal: lead === null ? 'none' : lead ? (lead > 0 ? 'good' : 'bad') : 'even',
  puzzle: right === null ? 'none' : right ? 'good' : 'bad',
})
