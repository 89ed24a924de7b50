// Money of an evening: whole cents, written as its currency is, and read as people type it.

import { asTyped } from '../../i18n/digits'
import type { Words } from '../../i18n/words'
import { MOST_CENTS } from '../../net/constants'
import type { Format, Prize, TournamentTeam, WonPrize } from '../../net/messages'

export const CURRENCIES = ['EUR', 'CHF', 'BAM', 'RSD', 'MKD', 'HUF', 'AMD', 'SEK', 'SAR'] as const
/** The cents in which a share of the takings can be paid. */
export const UNITS = [1, 10, 50, 100, 500, 1000] as const
export const MARKS = ['ladies', 'mixed', 'juniors', 'seniors'] as const
export const PRIZE_KINDS = ['place', 'last', 'best-game', 'mark', 'roem', 'nat', 'pit'] as const
const CENTS = 100

export type Mark = TournamentTeam['marks'][number]
export type Award = Required<Prize>

export const NEW_AWARD: Award = {
  kind: 'place',
  first: 1,
  last: 1,
  every: 1,
  mark: '',
  round: 0,
  text: '',
  cents: 0,
  percent: 0,
}

/** Write an amount with its currency, as the language does. */
export const amountText = (t: Words, cents: number, currency = 'EUR'): string =>
  (cents / CENTS).toLocaleString(t('language.tag'), {
    style: 'currency',
    currency,
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  })

/** Write an amount for a field: without its currency, and cents only where there are some. */
export const typedAmount = (cents: number): string =>
  cents % CENTS ? (cents / CENTS).toFixed(2) : String(cents / CENTS)

/** Return the cents of a typed amount, with a comma or a point; null for anything else. */
export function centsIn(text: string): number | null {
  const [, whole, part = ''] = /^(\d{1,6})(?:[.,٫](\d{1,2}))?$/.exec(asTyped(text).trim()) ?? []
  if (whole === undefined) return null
  const cents = Number(whole) * CENTS + Number(part.padEnd(2, '0'))
  return cents <= MOST_CENTS ? cents : null
}

/** Whether an evening has money or prizes to speak of. */
export const hasMoney = ({ fee, awards, prizes }: Format): boolean =>
  !!(fee || awards?.length || prizes?.length)

/** Say what a prize was won for. */
export function wonFor(t: Words, { kind, place, mark, round }: WonPrize): string {
  if (kind === 'place') return t('ui.club.diploma.place', { rank: place })
  if (kind === 'mark' && mark) return t(`ui.club.mark.${mark}`)
  if (kind === 'best-game' && round) return t('ui.club.award.best-game.of', { round })
  return t(kind === 'mark' ? 'ui.club.award.mark' : `ui.club.award.${kind}`)
}

/** Say what is won: the thing, the money or both. */
export const wonText = (t: Words, { text, cents }: WonPrize, currency?: string): string =>
  [text, ...(cents ? [amountText(t, cents, currency)] : [])].filter(Boolean).join(' + ')

/** Name the classes of a team. */
export const marksText = (t: Words, marks: readonly Mark[]): string =>
  marks.map((mark) => t(`ui.club.mark.${mark}`)).join(t('ui.comma'))
