// What is counted by side beside the totals of a game: roem, nat and pit of klaverjas.

import type { Words } from '../../../i18n/words'
import { COUNT_KINDS } from '../../../net/constants'
import type { Counts, Format } from '../../../net/messages'

export type CountKind = (typeof COUNT_KINDS)[number]

/** What is typed so far, by kind and side. */
export type TypedCounts = Record<CountKind, [number | null, number | null]>

/** Return fields filled with what was counted, empty where nothing was. */
export const typedFrom = (counts?: Counts | null): TypedCounts => ({
  roem: [...(counts?.roem ?? [null, null])],
  nat: [...(counts?.nat ?? [null, null])],
  pit: [...(counts?.pit ?? [null, null])],
})

const bothOf = ([one, other]: TypedCounts[CountKind]): [number, number] => [one ?? 0, other ?? 0]

/** Return what was typed; null where nothing was. */
export const countsIn = ({ roem, nat, pit }: TypedCounts): Counts | null =>
  [...roem, ...nat, ...pit].every((one) => one === null)
    ? null
    : { roem: bothOf(roem), nat: bothOf(nat), pit: bothOf(pit) }

/** Whether two are the same. */
export const sameCounts = (one?: Counts | null, other?: Counts | null): boolean =>
  COUNT_KINDS.every((kind) => one?.[kind]?.join() === other?.[kind]?.join())

/** Say what was counted; empty where nothing was. */
export const countsText = (
  t: Words,
  kinds: readonly CountKind[],
  counts?: Counts | null,
): string =>
  counts
    ? kinds
        .map((kind) => {
          const how = (counts[kind] ?? [0, 0]).join(' – ')
          return t('ui.club.means.part', { what: t(`ui.club.count.${kind}`), how })
        })
        .join(' · ')
    : ''

/** Leave out what is not counted any more: prizes too. */
export const withCounts = (
  kinds: readonly CountKind[],
  awards: Format['awards'],
): Pick<Format, 'counts' | 'awards'> => ({
  counts: [...kinds],
  awards: (awards ?? []).filter(({ kind }) =>
    COUNT_KINDS.every((one) => one !== kind || kinds.includes(one)),
  ),
})
