// The possible calls, sorted for the bidding box; typed bids; and the bid that stands. Pure.

import { asTyped } from '../../i18n/digits'
import type {
  Action,
  Bid,
  Called,
  Double,
  Legal,
  NamedCall,
  Pass,
  Redeal,
  Redouble,
  Take,
  View,
} from '../../net/messages'
import type { TrumpText } from '../../cards/cards'
import type { Call, Value } from './calls'

export interface Box {
  pass: Pass | null
  takes: Take[]
  bids: Bid[]
  doubling: (Double | Redouble)[]
  redeal: Redeal | null
  /** Calls by name, of a game of its own. */
  named: NamedCall[]
}

/** Sort the calls by kind. */
export function boxOf(calls: readonly Call[]): Box {
  const of = <K extends Call['do']>(kind: K) =>
    calls.filter((call): call is Extract<Call, { do: K }> => call.do === kind)
  return {
    pass: of('pass')[0] ?? null,
    takes: of('take'),
    bids: of('bid'),
    doubling: [...of('double'), ...of('redouble')],
    redeal: of('redeal')[0] ?? null,
    named: of('say'),
  }
}

/** Return the calls that are no bids, in the order of their buttons. */
export const othersOf = ({ pass, doubling, redeal, named, takes }: Box): Exclude<Call, Bid>[] => [
  ...(pass ? [pass] : []),
  ...doubling,
  ...(redeal ? [redeal] : []),
  ...named,
  ...takes,
]

/** Return the actions of the digit keys, from 1: the buttons in their order. Bids with a value are
 * typed instead. */
export function figuredActions(legal: Legal, depth: number): Action[] {
  if (legal.actions.includes('cut')) return [{ do: 'cut', depth }]
  if (legal.actions.includes('packets'))
    return legal.packets.map((packets) => ({ do: 'packets', packets }))
  const box = boxOf(legal.calls)
  const trumps = valuesOf(box.bids).length ? [] : trumpsOf(box.bids)
  return [...trumps.flatMap((trump) => bidAt(box.bids, null, trump) ?? []), ...othersOf(box)]
}

/** Return the values that can be bid, from low to high; none where trumps alone are bid. */
export const valuesOf = (bids: readonly Bid[]): Value[] => [
  ...new Set(bids.flatMap(({ value }) => value ?? [])),
]

/** Return every trump of these bids, whatever the value: they keep their places. */
export const trumpsOf = (bids: readonly Bid[]): TrumpText[] => [
  ...new Set(bids.map(({ trump }) => trump)),
]

export const bidAt = (
  bids: readonly Bid[],
  value: Value | null,
  trump: TrumpText,
): Bid | undefined => bids.find((bid) => (bid.value ?? null) === value && bid.trump === trump)

/** Whether a call may be made now, in turn or out of it. */
export const isOffered = ({ legal, may }: View, call: Call): boolean =>
  [...(legal?.calls ?? []), ...may.calls].some(({ do: kind }) => kind === call.do)

/** The trump of the first letter that is typed for it, and what is typed for every trick. */
const TRUMPS: Record<string, TrumpText> = {
  s: 'S',
  h: 'H',
  d: 'D',
  c: 'C',
  a: 'all',
  n: 'none',
}
const TRICKS: Record<string, Value> = { c: 'capot', g: 'generale' }
/** A suit by its letter; all trumps, no trumps by theirs or by a word: `all`, `nt`, `none`. */
const TRUMP = '(s|h|d|c|a|al|all|n|nt|no|non|none)'
/** The typed form of a bid with a value, and of a trump alone, whole or in part. */
const TYPED = new RegExp(`^(\\d{1,3}\\+?|[cg])${TRUMP}?$`)
const TYPED_ALONE = new RegExp(`^()${TRUMP}$`)
const CALLED: Record<string, Call['do'][]> = { p: ['pass'], x: ['redouble', 'double'] }

/** The input so far: its value and trump where they are offered. */
export interface Typed {
  value: Value | null
  bid: Bid | null
}

/** Return the typed form of these bids. */
const typing = (bids: readonly Bid[]): RegExp => (valuesOf(bids).length ? TYPED : TYPED_ALONE)

/** Parse an amount; with a plus for points and every trick. `unit`: the unit of bids in points. */
function valueTyped(amount: string, unit: number): Value | null {
  if (amount === '') return null
  const points = parseInt(amount, 10) * unit
  return TRICKS[amount] ?? (amount.endsWith('+') ? `${points}capot` : points)
}

/** Parse a bid as it is typed: `90h`, `ch` for capot in hearts, `25+h` for 25 and capot where tens
 * are said; `h` where trumps alone are bid. */
export function typedBid(bids: readonly Bid[], text: string, unit = 1): Typed {
  const [, amount = '', trump = ''] = typing(bids).exec(text) ?? []
  const requested = valueTyped(amount, unit)
  const value = valuesOf(bids).find((one) => one === requested) ?? null
  const named = TRUMPS[trump.charAt(0)]
  const meant = value === requested && named ? bidAt(bids, value, named) : undefined
  return { value, bid: meant ?? null }
}

/** Return the text with one more key; null where no bid that is typed goes on so. */
export function typedOn(bids: readonly Bid[], text: string, key: string): string | null {
  if (key === 'Backspace') return text ? text.slice(0, -1) : null
  const longer = text + asTyped(key.toLowerCase())
  return bids.length && typing(bids).test(longer) ? longer : null
}

/** Return the call of a single key: `p` passes, `x` doubles. */
export function calledBy(calls: readonly Call[], key: string): Call | undefined {
  const kinds = CALLED[key.toLowerCase()] ?? []
  return calls.find((call) => kinds.includes(call.do))
}

/** Whether it was said as a bid: a trump with a value, or without one; any other trump was taken. */
export const isBid = ({ trump, value, said }: Called): boolean =>
  trump !== null && (value !== null || said === 'bid')

/** Whether it was a pass, and kept nothing that its seat had named itself. */
export const isPass = ({ trump, said, form }: Called): boolean => !trump && !said && form !== 'keep'

/** Return the players in the order in which they speak. */
export const speakersOf = ({ dealer, rules }: Pick<View, 'dealer' | 'rules'>): number[] =>
  Array.from({ length: rules.players }, (_, i) => (dealer + 1 + i) % rules.players)

/** Return the calls of an auction in rows, a column for each speaker; null where one did not speak
 * in a round. */
export function auctionRows(
  calls: readonly Called[],
  speakers: readonly number[],
): (Called | null)[][] {
  const rows: (Called | null)[][] = []
  let at = speakers.length
  for (const call of calls) {
    const column = speakers.indexOf(call.seat)
    if (column <= at || !rows.length) rows.push(speakers.map(() => null))
    rows.at(-1)![column] = call
    at = column
  }
  return rows
}

/** Return the trump that a seat has named last in this auction. */
export const lastTrump = (calls: readonly Called[], seat: number): TrumpText | null =>
  calls.findLast((call) => call.seat === seat && call.trump !== null)?.trump ?? null

/** Return a name that distinguishes a call from others where it is tapped twice. */
export const tapName = (call: Call): string =>
  call.do === 'take'
    ? `take ${call.contract}`
    : call.do === 'bid'
      ? `bid ${call.value ?? ''}${call.trump}`
      : call.do === 'say'
        ? `say ${call.name} ${call.trump ?? ''}`
        : call.do
