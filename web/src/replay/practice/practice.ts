// Practice of one's own errors: what is asked, and what the answer is told in.

import { get, post } from '../../net/api'
import { askUntil } from '../../net/askUntil'
import type {
  PracticeAnswered,
  PracticeList,
  PracticePlace,
  PracticePosition,
} from '../../net/messages'
import { playersOf, type Frame } from '../viewer/replay'

const pathOf = ({ match, deal, step }: PracticePlace): string =>
  `/api/me/practice/${match}/${deal}/${step}`

export const fetchDue = (): Promise<PracticeList> => get('/api/me/practice')
export const fetchPosition = (place: PracticePlace): Promise<PracticePosition> => get(pathOf(place))
export const answer = (place: PracticePlace, choice: string): Promise<PracticeAnswered> =>
  post(pathOf(place), { choice })

/** Fetch the errors of a match, once all of it is reviewed; `told` how many deals are left. */
export const fetchOfMatch = (
  match: string,
  reported: (waiting: number) => void,
  signal: AbortSignal,
): Promise<PracticeList | null> =>
  askUntil(
    () => post<PracticeList>(`/api/me/matches/${match}/practice`),
    ({ waiting }) => (reported(waiting), !waiting),
    signal,
  )

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
