// Somebody's statistics: asked for, named and written as numbers.

import { trumpName } from '../i18n/gameWords'
import { capital, type Key, type Words } from '../i18n/words'
import { dateIn } from '../i18n/times'
import { get, request } from '../net/api'
import type { Statistics, StatisticsFigure } from '../net/messages'
import type { TrumpText } from '../cards/cards'

export type Subject = StatisticsFigure['subject']
export type Part = Statistics['shows'][number]

/** Subjects that are about the whole, in the order in which they are told. */
export const WHOLE = ['marks', 'ahead', 'took', 'made', 'loss'] as const
/** Subjects that are told part by part. */
export const BY_PART = [
  'took_at',
  'made_at',
  'made_in',
  'loss_in',
  'loss_by',
  'kind',
] as const satisfies readonly Subject[]

/** Return the path of the player's own statistics, or of those another person shares. */
const pathOf = (person: string): string =>
  person ? `/api/people/${person}/statistics` : '/api/me/statistics'

export const fetchStatistics = (person: string, preset: string): Promise<Statistics> =>
  get(`${pathOf(person)}?${new URLSearchParams({ preset })}`)

export const keepShown = (shows: readonly Part[]): Promise<null> =>
  request('PUT', '/api/me/statistics', { shows })

/** Return the figures of a subject, in the order in which they came. */
export const figuresOf = (figures: readonly StatisticsFigure[], subject: Subject) =>
  figures.filter((figure) => figure.subject === subject)

/** Count the deals behind the figures; undefined where none of those is shown. */
export const dealsIn = (figures: readonly StatisticsFigure[]): number | undefined =>
  figures.find(({ subject }) => ['marks', 'ahead', 'took'].includes(subject))?.count

const isShare = (subject: Subject): boolean => /^(took|made|kind)/.test(subject)
const isLoss = (subject: Subject): boolean => subject.startsWith('loss')

/** Write a mean of a subject as a number of the language: a share in percent, a loss to a
 * hundredth. */
export function written(subject: Subject, value: number, language: string): string {
  const digits = isLoss(subject) ? 2 : isShare(subject) ? 0 : 1
  return value.toLocaleString(language, {
    style: isShare(subject) ? 'percent' : 'decimal',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
}

/** Return the value for the axis of a plot: a share from 0 to 100. */
export const plotted = (subject: Subject, value: number): number =>
  isShare(subject) ? 100 * value : value

/** Name the subject of a figure: "Hearts", "Trick 3", "First to speak"; the whole subject without
 * parts. */
export function nameOf(t: Words, { subject, about }: StatisticsFigure): string {
  switch (subject) {
    case 'took_at':
    case 'made_at':
      return about === '1'
        ? t('ui.statistics.position.first')
        : t('ui.statistics.position', { number: about })
    case 'made_in':
      return capital(trumpName(t, about as TrumpText))
    case 'loss_in':
      return about === '0' ? t('review.auction') : t('review.trick', { number: about })
    case 'loss_by':
      return t(`ui.statistics.way.${about}` as Key)
    case 'kind':
      return t(`ui.review.kind.${about}` as Key)
    default:
      return t(`ui.statistics.${subject}`)
  }
}

/** A month, `2026-11`, in words; its first day in seconds since 1970. */
export const monthName = (month: string, language: string): string =>
  dateIn(monthStart(month), language, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
export const monthStart = (month: string): number => Date.parse(`${month}-01T00:00:00Z`) / 1000

/** Return the subjects of the whole that have figures by month. */
export const overTime = ({ months }: Statistics): Subject[] =>
  WHOLE.filter((subject) => months.some((one) => figuresOf(one.figures, subject).length > 0))
