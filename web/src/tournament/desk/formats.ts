// Formats of evenings: what fits together, and what one means in words.

import type { Key, Words } from '../../i18n/words'
import type { Format } from '../../net/messages'
import { ruleSetText } from '../../rules/houseRules'
import { byMovement, isDuplicate } from '../duplicate/duplicate'

export type WholeFormat = Required<Format>

export const FINALISTS = [0, 2, 4, 8, 16, 32] as const
const PLACES = ['hall', 'online'] as const
/** The time limits of online games. */
export const LEAVERS = ['placed', 'unplaced'] as const
export const PACES = ['fast', 'normal', 'slow'] as const
/** The rules of admission to an online tournament. */
export const ADMITS = ['anyone', 'accounts', 'members'] as const
const COMPARISONS = ['matchpoints', 'mean', 'butler'] as const
const EXCESSES = ['ignore', 'tally', 'carry'] as const
export const TIE_BREAKS = ['difference', 'conceded', 'first', 'wins', 'lots'] as const

/** The possible points for a win, a draw and a loss. */
export const RESULTS: readonly WholeFormat['result_points'][] = [
  [1, 0, 0],
  [2, 1, 0],
  [3, 1, 0],
]

/** Return the ways of drawing opponents. */
export const drawsOf = (entrants: WholeFormat['entrants']): readonly WholeFormat['draw'][] => {
  if (entrants === 'melee') return ['lots']
  if (entrants === 'fours') return ['round-robin', 'swiss', 'lots']
  return [
    'swiss',
    'danish',
    'lots',
    'moving',
    'round-robin',
    'groups',
    'knock-out',
    'howell',
    'mitchell',
  ]
}

/** Whether all games are known from the first draw on, so that nobody enters after it. */
export const isScheduled = (draw: Format['draw']): boolean =>
  byMovement(draw) || draw === 'moving' || draw === 'round-robin' || draw === 'groups'

/** Contests by French rules count exact points: twelve deals hold 1,944. */
export const houseOf = (preset: string): Record<string, unknown> =>
  preset.startsWith('french') ? { rounding: 'none' } : {}

/** Return a setting and its choice as one line. */
export const part = (t: Words, what: Key, how: string): string =>
  t('ui.club.means.part', { what: t(what), how })

/** Explain a format in sentences. */
export function meaningOf(t: Words, format: WholeFormat): string[] {
  if (isDuplicate(format)) return duplicateMeaning(t, format)
  const { rounds, deals, draw, entrants, finalists, ranking, result_points, bye } = format
  const order = format.ties.map((tie) => t(`ui.club.tie.${tie}`)).join(t('ui.comma'))
  return [
    part(t, 'ui.paper.rules', ruleSetText(t, format)),
    rounds ? t('ui.club.means.games', { rounds }) : t('ui.club.means.all'),
    deals ? t('ui.club.means.deals', { deals }) : t('ui.club.means.target'),
    t(`ui.club.entrants.${entrants}`),
    ...placeMeaning(t, format),
    part(t, 'ui.club.draws', t(`ui.club.draws.${draw}`)),
    ...(finalists ? [part(t, 'ui.club.finals', finalsOf(t, finalists))] : []),
    ...(format.third_place ? [t('ui.club.third_place')] : []),
    ...(format.consolation ? [t('ui.club.consolation')] : []),
    part(t, 'ui.club.ranking', t(`ui.club.ranking.${ranking}`)),
    ...(ranking === 'wins' ? [part(t, 'ui.club.results', result_points.join(' – '))] : []),
    ...(format.excess === 'ignore'
      ? []
      : [part(t, 'ui.club.excess', t(`ui.club.excess.${format.excess}`))]),
    part(t, 'ui.club.ties', order || t('ui.club.tie.none')),
    ...(format.counts.length ? [part(t, 'ui.club.counts', countedText(t, format.counts))] : []),
    bye === null ? t('ui.club.means.half') : t('ui.club.means.bye', { points: bye }),
  ]
}

const countedText = (t: Words, counts: WholeFormat['counts']): string =>
  counts.map((kind) => t(`ui.club.count.${kind}`)).join(t('ui.comma'))

/** Explain a duplicate in sentences. */
function duplicateMeaning(t: Words, format: WholeFormat): string[] {
  const { rounds, deals, draw, entrants, comparison } = format
  const added = comparison === 'butler' ? 'ui.club.means.victory' : 'ui.club.means.marks'
  return [
    rounds ? t('ui.club.means.games', { rounds }) : t('ui.club.means.all'),
    t('ui.club.means.round', { deals }),
    t(`ui.club.entrants.${entrants}`),
    ...(entrants === 'fours' ? [t('ui.club.means.seats')] : []),
    ...placeMeaning(t, format),
    part(t, 'ui.club.draws', t(`ui.club.draws.${draw}`)),
    part(t, 'ui.club.comparison', comparisonText(t, entrants, comparison)),
    t(entrants === 'fours' ? added : 'ui.club.means.average'),
  ]
}

/** Return the ways of comparing the deals of a duplicate. */
export const comparisonsOf = (entrants: WholeFormat['entrants']) =>
  entrants === 'fours' ? (['butler', 'mean'] as const) : COMPARISONS

/** Explain a way of comparing deals. */
export const comparisonText = (
  t: Words,
  entrants: WholeFormat['entrants'],
  one: WholeFormat['comparison'],
): string =>
  entrants === 'fours' && one !== 'matchpoints'
    ? t(`ui.club.comparison.fours.${one}`)
    : t(`ui.club.comparison.${one}`)

/** Return the possible uses of points above the target; without a target they are ignored. */
export const excessesOf = ({ deals, entrants, place }: WholeFormat) =>
  EXCESSES.filter(
    (one) =>
      one === 'ignore' ||
      (!deals && (one === 'tally' || (entrants === 'teams' && place === 'hall'))),
  )

const placeMeaning = (t: Words, { place, admits }: WholeFormat): string[] =>
  place === 'online'
    ? [
        part(t, 'ui.club.place', t('ui.club.place.online')),
        part(t, 'ui.club.admits', t(`ui.club.admits.${admits}`)),
      ]
    : []

/** Return the possible places; only a hall for teams of four and for games with carried points. */
export const placesOf = ({ entrants, excess }: Pick<Format, 'entrants' | 'excess'>) =>
  entrants === 'fours' || excess === 'carry' ? (['hall'] as const) : PLACES

export const finalsOf = (t: Words, count: number): string =>
  count ? t('ui.club.finals.of', { count }) : t('ui.club.finals.none')
