// What may be called, sorted for the bidding box; a bid as it is typed; and what stands. Pure.

import type { Action, Bid, Called, Double, Pass, Redouble, Take, View } from '../net/messages'
import type { TrumpText } from '../cards/cards'

export type Call = Pass | Take | Bid | Double | Redouble
export type Value = Bid['value']

const KINDS: readonly string[] = ['pass', 'take', 'bid', 'double', 'redouble']

/** Whether it is said in an auction. */
export const isCall = (action: Action): action is Call => KINDS.includes(action.do)

export interface Box {
  pass: Pass | null
  takes: Take[]
  bids: Bid[]
  doubling: (Double | Redouble)[]
}

/** The calls by what they are. */
export function boxOf(calls: readonly Call[]): Box {
  const of = <K extends Call['do']>(kind: K) =>
    calls.filter((call): call is Extract<Call, { do: K }> => call.do === kind)
  return {
    pass: of('pass')[0] ?? null,
    takes: of('take'),
    bids: of('bid'),
    doubling: [...of('double'), ...of('redouble')],
  }
}

/** The values that can be bid, from low to high. */
export const valuesOf = (bids: readonly Bid[]): Value[] => [
  ...new Set(bids.map(({ value }) => value)),
]

/** Every trump of these bids, whatever the value: they keep their places. */
export const trumpsOf = (bids: readonly Bid[]): TrumpText[] => [
  ...new Set(bids.map(({ trump }) => trump)),
]

export const bidAt = (bids: readonly Bid[], value: Value, trump: TrumpText): Bid | undefined =>
  bids.find((bid) => bid.value === value && bid.trump === trump)

/** Whether a call may be made now, in turn or out of it. */
export const isOffered = ({ legal, may }: View, call: Call): boolean =>
  [...(legal?.calls ?? []), ...may.calls].some(({ do: kind }) => kind === call.do)

/** What is typed for a trump, and for a bid of every trick. */
const TRUMPS: Record<string, TrumpText> = {
  s: 'S',
  h: 'H',
  d: 'D',
  c: 'C',
  a: 'all',
  n: 'none',
}
const TRICKS: Record<string, Value> = { c: 'capot', g: 'generale' }
const TYPED = /^(\d{1,3}|[cg])([shdcan])?$/
const CALLED: Record<string, Call['do'][]> = { p: ['pass'], x: ['redouble', 'double'] }

/** What was typed so far: its value and trump where they are offered. */
export interface Typed {
  value: Value | null
  bid: Bid | null
}

/** A bid as it is typed: `90h`, `ch` for capot in hearts. */
export function typedBid(bids: readonly Bid[], text: string): Typed {
  const [, amount = '', trump = ''] = TYPED.exec(text) ?? []
  const wanted = TRICKS[amount] ?? Number(amount)
  const value = valuesOf(bids).includes(wanted) ? wanted : null
  const named = TRUMPS[trump]
  return { value, bid: (value !== null && named && bidAt(bids, value, named)) || null }
}

/** The text with one more key; null where no bid that is typed goes on so. */
export function typedOn(bids: readonly Bid[], text: string, key: string): string | null {
  if (key === 'Backspace') return text ? text.slice(0, -1) : null
  const longer = text + key.toLowerCase()
  return bids.length && TYPED.test(longer) ? longer : null
}

/** The call of a single key: `p` passes, `x` doubles. */
export function calledBy(calls: readonly Call[], key: string): Call | undefined {
  const kinds = CALLED[key.toLowerCase()] ?? []
  return calls.find((call) => kinds.includes(call.do))
}

/** The bid that stands in an auction, and what was said to it. */
export interface Standing {
  seat: number
  trump: TrumpText
  value: Value
  said: Called['said']
}

export function standingBid(calls: readonly Called[]): Standing | null {
  return calls.reduce<Standing | null>((before, { seat, trump, value, said }) => {
    if (trump !== null && value !== null) return { seat, trump, value, said: '' }
    return before && said ? { ...before, said } : before
  }, null)
}
