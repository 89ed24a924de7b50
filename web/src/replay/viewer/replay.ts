// A match as the server tells it step by step, made whole: what is drawn at each step. Pure; every
// rule has been asked by the server, and the steps only differ from one another.

import { fresh, seen, type Deal, type Verdict, verdict } from '../../fairness/verification'
import { areWhole, type Trick as WonTrick } from '../../fairness/packs'
import { cry, sentence, type Listening } from '../../i18n/speech'
import { sideOf, sidesOf } from '../../cards/cards'
import { bidName, calledName } from '../../i18n/gameWords'
import { capital, type Words } from '../../i18n/words'
import type {
  CardPlayed,
  Event,
  Player,
  Replay,
  ReplayDeal,
  ReplayPlayer,
  SheetRow,
  TrickWon,
  View,
} from '../../net/messages'

/** The view at one step; `winner`: the seat that has just won the trick that still lies. */
export interface Frame {
  view: View
  hands: string[][]
  events: Event[]
  winner: number | null
}

/** Return every step of each deal of a match as it is seen. */
export function framesOfAll(deals: readonly ReplayDeal[]): Frame[][] {
  let sheet: SheetRow[] = []
  return deals.map((deal) => {
    const frames = framesOf(deal, sheet)
    sheet = frames.at(-1)!.view.sheet
    return frames
  })
}

/** Return every step of a deal as it is seen, the first before anything is done; `before`: the
 * sheet up to it. */
export function framesOf(deal: ReplayDeal, before: SheetRow[] = []): Frame[] {
  let view = {} as View
  let hands: string[][] = []
  return deal.steps.map((step) => {
    const changed = step.view as Partial<View>
    view = { ...view, ...changed }
    if (changed.sheet) view.sheet = [...before, ...changed.sheet]
    hands = step.hands ?? hands
    return frame(view, hands, step.events)
  })
}

/** Build a frame; the trick that was just won lies on the table for one more step. */
function frame(view: View, hands: string[][], events: Event[]): Frame {
  const won = events.find((event): event is TrickWon => event.event === 'trick_won')
  if (!won) return { view, hands, events, winner: null }
  const trick = { leader: won.leader, cards: won.cards, winner: won.seat }
  return { view: { ...view, trick }, hands, events, winner: won.seat }
}

/** Tell what happened. */
export const told = (events: readonly Event[], at: Listening): string =>
  events
    .map((event) => sentence(event, at))
    .filter(Boolean)
    .join(' ')

/** Something that can be jumped to: what happened, and the step after it. */
export interface Move {
  step: number
  events: Event[]
}

export interface TrickMoves {
  number: number
  winner: number | null
  /** Points in its cards, and the step with which it was won. */
  points: number
  won: number
  cards: { step: number; seat: number; card: string }[]
}

/** Return the auction as moves: every step up to the first card. */
export function callsOf(frames: readonly Frame[]): Move[] {
  const first = frames.findIndex(({ events }) => events.some(isCard))
  return frames
    .slice(0, first < 0 ? frames.length : first)
    .map(({ events }, step) => ({ step, events }))
    .filter(({ step, events }) => step > 0 && events.length > 0)
}

const isCard = (event: Event): event is CardPlayed => event.event === 'card_played'

/** Whether a step was reached by a call or a card in turn. */
export function isChoice(frames: readonly Frame[], step: number): boolean {
  const before = frames[step - 1]?.view
  return before?.phase === 'bidding' || !!frames[step]?.events.some(isCard)
}

/** Return the first step of the trick before, or after; the auction is one, and so is the end. */
export function trickFrom(frames: readonly Frame[], step: number, by: 1 | -1): number {
  const starts = frames.flatMap(({ winner }, at) => (winner === null ? [] : [at]))
  const first = frames.findIndex(({ view }) => view.phase === 'play')
  const stops = [0, ...(first > 0 ? [first] : []), ...starts, frames.length - 1]
  const beyond = stops.filter((stop) => (stop - step) * by > 0)
  return (by > 0 ? beyond[0] : beyond.at(-1)) ?? step
}

/** Whether somebody is to call or to play there. */
export const awaitsChoice = ({ view }: Frame): boolean =>
  view.to_act !== null && (view.phase === 'bidding' || view.phase === 'play')

/** Return a seat's latest words; in an auction its last call, except bids, shown in the middle. */
export function saidBy(frame: Frame, seat: number, words: Words): string {
  const cried = criedBy(frame, seat, words)
  const call = lastCall(frame, seat)
  return cried || !call || call.trump ? cried : calledName(words, call)
}

/** Return the same with its bids. */
export function lastSaid(frame: Frame, seat: number, words: Words): string {
  const { trump, value } = lastCall(frame, seat) ?? {}
  if (!trump) return saidBy(frame, seat, words)
  return criedBy(frame, seat, words) || capital(bidName(words, { trump, value: value ?? null }))
}

const criedBy = ({ events, view }: Frame, seat: number, words: Words): string =>
  events
    .filter((event) => 'seat' in event && event.seat === seat)
    .map((event) => cry(event, words, Boolean(view.turned)))
    .filter(Boolean)
    .join(words('ui.comma'))

const lastCall = ({ view }: Frame, seat: number) =>
  view.phase === 'bidding' ? view.calls.filter((one) => one.seat === seat).at(-1) : undefined

/** Return the tricks, each card with the step after it. */
export function tricksOf(frames: readonly Frame[], players: number): TrickMoves[] {
  const tricks: TrickMoves[] = []
  frames.forEach(({ events }, step) => {
    for (const { seat, card } of events.filter(isCard)) {
      if ((tricks.at(-1)?.cards.length ?? players) === players)
        tricks.push({ number: tricks.length + 1, winner: null, points: 0, won: 0, cards: [] })
      tricks.at(-1)!.cards.push({ step, seat, card })
    }
    const last = tricks.at(-1)
    for (const event of events)
      if (last && event.event === 'trick_won')
        Object.assign(last, { winner: event.seat, points: event.points, won: step })
  })
  return tricks
}

/** Return the points that each side has in its tricks after a step. */
export function pointsAt(tricks: readonly TrickMoves[], players: number, step: number): number[] {
  const points = sidesOf(players).map(() => 0)
  for (const { winner, points: more, won } of tricks)
    if (winner !== null && won <= step) points[sideOf(winner, players)]! += more
  return points
}

/** Return the seat that acted with a step; null where it was nobody's turn. */
export const actedAt = (frames: readonly Frame[], step: number): number | null =>
  frames[step - 1]?.view.to_act ?? null

/** Return the players as the table knows them. */
export const playersOf = (players: readonly ReplayPlayer[]): Player[] =>
  players.map(({ name, level, person, portrait, program }, seat) => ({
    seat,
    name,
    bot: level !== '' && person === null,
    connected: true,
    ready: false,
    level,
    person,
    stand_in: level !== '' && person !== null,
    rating: null,
    host: false,
    asks_to_pause: false,
    asks_to_surrender: false,
    program,
    portrait,
  }))

/** Return the point of view of a match's reader. */
export const listening = (replay: Replay, words: Words): Listening => ({
  words,
  seat: replay.seat ?? -1,
  from: replay.seat ?? 0,
  players: playersOf(replay.players).map((one) => ({ ...one, name: nameIn(one, words) })),
})

/** Name a player; a record without names has the seat in place of a name, from 0. */
const nameIn = ({ name, seat }: Player, words: Words): string =>
  name === String(seat) ? words('ui.byhand.seat', { number: seat + 1 }) : name

/** Return the match with one deal replaced. */
export const withDeal = (replay: Replay, deal: ReplayDeal): Replay => ({
  ...replay,
  deals: replay.deals.map((one) => (one.number === deal.number ? deal : one)),
})

/** Whether the pack of a deal is the one that was sealed; null where it has no seal of its own. */
export function sealOf(replay: Replay, index: number, frames: readonly Frame[][]): Verdict | null {
  const { sealed, secret, nonces } = replay.deals[index]!
  if (!sealed) return null
  const deal = { ...observedIn(frames[index]!), seal: sealed, before: before(frames, index) }
  const result = verdict(deal, secret, nonces)
  // Whoever reads this was not told the seal before the cut: only those who played can know that.
  const checks = result.checks.map((check) =>
    check.what === 'kept' ? { ...check, fits: null } : check,
  )
  return { ...result, checks }
}

/** Return the tricks from which a pack was gathered, where all of them are known. */
function before(frames: readonly Frame[][], index: number): WonTrick[] | null {
  const last = frames[index - 1]
  if (!last) return null
  const { tricks, players } = observedIn(last)
  return areWhole(tricks, players) ? tricks : null
}

/** Return all that was seen of a deal, and all that lay in its hands. */
function observedIn(frames: readonly Frame[]): Deal {
  const { deal_number: number, dealer, rules, contract } = frames.at(-1)!.view
  const events = frames.flatMap((one) => one.events)
  return {
    ...events.reduce(seen, fresh(number, dealer, rules.players)),
    nonces: null,
    attacker: contract?.attacker ?? null,
    held: held(frames),
  }
}

const held = (frames: readonly Frame[]): [number, string][] => {
  const all = frames.flatMap(({ hands }) =>
    hands.flatMap((cards, seat) => cards.map((card) => `${seat}${card}`)),
  )
  return [...new Set(all)].map((text) => [Number(text[0]), text.slice(1)])
}

/** A place in a match: a deal, from 1, and the number of its steps that have been made. */
export interface Place {
  deal: number
  step: number
}

/** Parse `ID/3/17`, with `/review` where it is reviewed; without numbers, the first deal before its
 * first step. */
export function placeIn(about: string): Place & { match: string; reviewing: boolean } {
  const [match = '', deal, step, review] = about.split('/')
  const reviewing = review === 'review'
  return { match, deal: Number(deal) || 1, step: Number(step) || 0, reviewing }
}

export const addressOf = (match: string, { deal, step }: Place, reviewing = false): string =>
  `#/match/${match}/${deal}/${step}${reviewing ? '/review' : ''}`

/** Return the file name for a picture of a place; a record that was handed in has no match. */
export const pictureName = (match: string, { deal, step }: Place): string =>
  ['rebelote', match, deal, step].filter((part) => part !== '').join('-')
