// Practice of one's own errors: what is asked, and what the answer is told in.

import { get, post } from '../../net/api'
import { askUntil } from '../../net/askUntil'
import type {
  PracticeAnswered,
  PracticeList,
  PracticePlace,
  PracticePosition,
} from '../../net/messages'
import { t } from '../../i18n/language.svelte'
import { askEither, askHere, type Answered } from '../../offline/askAnywhere'
import { isLocal } from '../../offline/localIds'
import { playersOf, type Frame } from '../viewer/replay'

const pathOf = ({ match, deal, step }: PracticePlace): string =>
  `/api/me/practice/${match}/${deal}/${step}`

export const fetchPosition = (place: PracticePlace): Promise<PracticePosition> =>
  isLocal(place.match) ? askHere({ of: 'position', place }) : get(pathOf(place))
export const answer = (place: PracticePlace, choice: string): Promise<PracticeAnswered> =>
  isLocal(place.match)
    ? askHere({ of: 'practised', place, choice })
    : post(pathOf(place), { choice })

const DUE_HERE = { of: 'mistakes', match: '', review: false } as const

/** Fetch the errors that are due on this device. */
export const fetchDueHere = (): Promise<PracticeList> => askHere(DUE_HERE)

/** Fetch the errors that are due: the server's, or without one those of this device. */
export const fetchDue = (): Promise<Answered<PracticeList>> =>
  askEither(() => get<PracticeList>('/api/me/practice'), DUE_HERE, t('ui.offline.unkept'))

/** Fetch the errors of a match, or without one those that are due on this device, once their deals
 * are reviewed; `reported` how many deals are left. */
export const fetchReviewed = (
  match: string,
  reported: (waiting: number) => void,
  signal: AbortSignal,
): Promise<PracticeList | null> => {
  const here = !match || isLocal(match)
  return askUntil(
    () =>
      here
        ? askHere<PracticeList>({ of: 'mistakes', match, review: true })
        : post<PracticeList>(`/api/me/matches/${match}/practice`),
    ({ waiting }) => (reported(waiting), !waiting),
    signal,
    here ? 0 : undefined,
  )
}

/** Return the table at the decision: no hand, and the player's own only once it is not played from
 * any more. */
export const frameOf = ({ view }: PracticePosition, answered: boolean): Frame => ({
  view,
  hands: view.hand_sizes.map((_, seat) => (answered && seat === view.seat ? view.hand : [])),
  events: [],
  winner: null,
})

export const playersIn = ({ names }: PracticePosition) =>
  playersOf(names.map((name) => ({ name, level: '', person: null, portrait: 0, program: false })))

/** Return the word of a call, as it is answered. */
export const wordOf = (calls: PracticePosition['calls'], call: object): string =>
  Object.entries(calls).find(([, one]) => JSON.stringify(one) === JSON.stringify(call))?.[0] ?? ''
