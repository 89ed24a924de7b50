// A shared replay: where one is in it, and how its moves hang together. Pure.

import { callName, cardName } from '../../i18n/gameWords'
import { capital, type Words } from '../../i18n/words'
import type { ReplayChanged, ReplayPlace, SharedMove, SharedReplay } from '../../net/messages'
import type { Call } from '../../table/auction/calls'

/** Return the state of a shared replay after a change, which may be known already. */
export function withChange(
  state: SharedReplay,
  {
    version,
    here,
    led,
    names = {},
    moves = [],
    comments = [],
    withdrawn = [],
    mine = [],
  }: ReplayChanged,
): SharedReplay {
  const gone = new Set(withdrawn)
  const merged = <Line extends { number: number }>(
    before: readonly Line[],
    more: readonly Line[],
  ) =>
    [...new Map([...before, ...more].map((one) => [one.number, one])).values()]
      .filter((one) => !gone.has(one.number))
      .sort((one, other) => one.number - other.number)
  return {
    ...state,
    version,
    here: here ?? state.here,
    leader: led ? led.leader : state.leader,
    place: led ? led.place : state.place,
    names: { ...state.names, ...names },
    moves: merged(state.moves, moves),
    comments: merged(state.comments, comments),
    mine: [...new Set([...state.mine, ...mine])].filter((number) => !gone.has(number)),
  }
}

/** From the match on: where a line departs, and its moves one after the other. */
export interface TriedLine {
  deal: number
  step: number
  moves: SharedMove[]
}

/** Return the line to a move and on from there, always by the first that was tried; null where
 * there is none. */
export function lineThrough(moves: readonly SharedMove[], number: number): TriedLine | null {
  const byNumber = new Map(moves.map((one) => [one.number, one]))
  const line: SharedMove[] = []
  for (let one = byNumber.get(number); one; one = byNumber.get(one.parent)) line.unshift(one)
  const first = line[0]
  if (!first || first.parent) return null
  for (let next = childrenOf(moves, number)[0]; next; next = childrenOf(moves, next.number)[0])
    line.push(next)
  return { deal: first.deal, step: first.step, moves: line }
}

/** Return the moves tried after a move; after 0, those that depart from the match. */
export const childrenOf = (moves: readonly SharedMove[], number: number): SharedMove[] =>
  moves.filter((one) => one.parent === number)

/** Return the step at which a place is seen, in the deal as the line through it tells it. */
export function stepOf(place: ReplayPlace, line: TriedLine | null): number {
  const at = line?.moves.findIndex((one) => one.number === place.move) ?? -1
  return line && at >= 0 ? line.step + at + 1 : place.step
}

/** Return the place that is seen at a step of a deal, told along a line. */
export function placeAt(deal: number, step: number, line: TriedLine | null): ReplayPlace {
  const move = line && deal === line.deal ? line.moves[step - line.step - 1] : undefined
  return move ? { deal, step: move.step, move: move.number } : { deal, step, move: 0 }
}

/** Whether something was said of this place, or tried there. */
export const isAt = (one: ReplayPlace, place: ReplayPlace): boolean =>
  place.move
    ? one.move === place.move
    : !one.move && one.deal === place.deal && one.step === place.step

/** Return the move that is the same as this word there, once it has been tried. */
export const triedThere = (
  moves: readonly SharedMove[],
  place: ReplayPlace,
  word: string,
): SharedMove | undefined =>
  moves.find((one) => one.word === word && isAt({ ...one, move: one.parent }, place))

const CARD = /^([789TJQKA][SHDC])[!(]?/
const BID = /^(?:bid|(\d+|\d+capot|capot|generale))(S|H|D|C|all|none)$/

const SAY = /^say\(([a-z0-9-]+)(?::(S|H|D|C|all|none))?\)$/

/** Return the call of a word of a record; null where it is a card. */
export function callOf(word: string): Call | null {
  const text = word.replace(/^\d:/, '')
  if (CARD.test(text)) return null
  const said = SAY.exec(text)
  if (said) return { do: 'say', name: said[1]!, trump: (said[2] ?? null) as 'S' | null }
  const bid = BID.exec(text)
  if (bid) {
    const trump = bid[2] as 'S'
    const value = bid[1] ? ((Number(bid[1]) || bid[1]) as number) : null
    return { do: 'bid', trump, value }
  }
  return ['pass', 'double', 'redouble', 'redeal'].includes(text)
    ? ({ do: text } as Call)
    : { do: 'take', contract: text as 'S' }
}

/** Return the card of a word of a record, null where it is a call. */
export const cardOf = (word: string): string | null => CARD.exec(word)?.[1] ?? null

/** Name a word of a record. */
export function wordName(words: Words, word: string): string {
  const card = cardOf(word)
  if (card) return cardName(words, card)
  const call = callOf(word)
  return call ? capital(callName(words, call)) : word
}
