// Practice of one's own errors: what is asked, and what the answer is told in.

import { isPaired, sideOf } from '../../cards/cards'
import { get, post } from '../../net/api'
import { askUntil } from '../../net/askUntil'
import type {
  PracticeAnswered,
  PracticeList,
  PracticePlace,
  PracticePosition,
  View,
} from '../../net/messages'
import { t } from '../../i18n/language.svelte'
import { contractName } from '../../i18n/gameWords'
import { nameOf, question, type Listening } from '../../i18n/speech'
import { capital } from '../../i18n/words'
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

/** Return the table at the decision: no hand while it is played from; once it is answered by a card
 * or a call, that card on the table and the player's others. */
export function frameOf({ view }: PracticePosition, answer: string | null): Frame {
  const left = answer === null ? [] : view.hand.filter((card) => card !== answer)
  const { cards } = view.trick
  const played = left.length && left.length < view.hand.length ? [...cards, answer!] : cards
  return {
    view: { ...view, trick: { ...view.trick, cards: played } },
    hands: view.hand_sizes.map((_, seat) => (seat === view.seat ? left : [])),
    events: [],
    winner: null,
  }
}

/** Return the point of view of the seat that decides. */
export const seatedAt = ({ names, view }: PracticePosition): Listening => ({
  words: t,
  seat: view.seat ?? 0,
  from: view.seat ?? 0,
  players: playersOf(
    names.map((name) => ({ name, level: '', person: null, portrait: 0, program: false })),
  ),
})

/** Return the word of a call, as it is answered. */
export const wordOf = (calls: PracticePosition['calls'], call: object): string =>
  Object.entries(calls).find(([, one]) => JSON.stringify(one) === JSON.stringify(call))?.[0] ?? ''

/** Name the taker and the contract; empty during the auction. */
export function situation({ contract }: View, at: Listening): string {
  if (!contract) return ''
  const taker = contract.attacker
  const players = at.players.length
  const ours = isPaired(players) && sideOf(taker, players) === sideOf(at.seat, players)
  return at.words('puzzle.contract', {
    who: taker === at.seat ? 'you' : ours ? 'partner' : 'other',
    name: capital(nameOf(at, taker)),
    contract: contractName(at.words, contract),
  })
}

/** Return the question itself; `turns`: the contract depends on the answer. */
export function task(view: View, at: Listening, turns: boolean): string {
  const { contract, trick } = view
  if (!contract) return question(view, at)
  const players = at.players.length
  const attacks = sideOf(contract.attacker, players) === sideOf(at.seat, players)
  if (turns) return at.words(attacks ? 'puzzle.ask.save' : 'puzzle.ask.defeat')
  return at.words(trick.cards.length ? 'puzzle.ask.follow' : 'puzzle.ask.lead')
}
