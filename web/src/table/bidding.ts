// What may be called, sorted for the bidding box; a bid as it is typed; and what stands. Pure.

import { asTyped } from '../i18n/digits'
import type {
  Action,
  Bid,
  Called,
  Double,
  Legal,
  Pass,
  Redeal,
  Redouble,
  NamedCall,
  Take,
  View,
} from '../net/messages'
import type { TrumpText } from '../cards/cards'

export type Call = Pass | Take | Bid | Double | Redouble | Redeal | NamedCall
/** What a bid promises beside its trump, where points are bid. */
export type Value = NonNullable<Bid['value']>
/** Points that are bid with every trick besides: `250capot`. */
export type WithCapot = `${number}capot`

export const isWithCapot = (value: Value): value is WithCapot => /^\d+capot$/.test(String(value))

/** The points of a bid that names some, with every trick or without. */
export const pointsBid = (value: number | WithCapot): number => parseInt(String(value), 10)

const KINDS: readonly string[] = ['pass', 'take', 'bid', 'double', 'redouble', 'redeal', 'say']

/** Whether it is said in an auction. */
export const isCall = (action: Action): action is Call => KINDS.includes(action.do)

export interface Box {
  pass: Pass | null
  takes: Take[]
  bids: Bid[]
  doubling: (Double | Redouble)[]
  redeal: Redeal | null
  /** Calls by name, of a game of its own. */
  named: NamedCall[]
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
    redeal: of('redeal')[0] ?? null,
    named: of('say'),
  }
}

/** The calls that are no bids, in the order of their buttons. */
export const othersOf = ({ pass, doubling, redeal, named, takes }: Box): Exclude<Call, Bid>[] => [
  ...(pass ? [pass] : []),
  ...doubling,
  ...(redeal ? [redeal] : []),
  ...named,
  ...takes,
]

/** What the figures do, from 1: the buttons in their order. Bids with a value are typed instead. */
export function figuredActions(legal: Legal, depth: number): Action[] {
  if (legal.actions.includes('cut')) return [{ do: 'cut', depth }]
  if (legal.actions.includes('packets'))
    return legal.packets.map((packets) => ({ do: 'packets', packets }))
  const box = boxOf(legal.calls)
  const trumps = valuesOf(box.bids).length ? [] : trumpsOf(box.bids)
  return [...trumps.flatMap((trump) => bidAt(box.bids, null, trump) ?? []), ...othersOf(box)]
}

/** The values that can be bid, from low to high; none where trumps alone are bid. */
export const valuesOf = (bids: readonly Bid[]): Value[] => [
  ...new Set(bids.flatMap(({ value }) => value ?? [])),
]

/** Every trump of these bids, whatever the value: they keep their places. */
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
/** What is typed of a bid with a value, and of a trump alone, whole or in part. */
const TYPED = new RegExp(`^(\\d{1,3}\\+?|[cg])${TRUMP}?$`)
const TYPED_ALONE = new RegExp(`^()${TRUMP}$`)
const CALLED: Record<string, Call['do'][]> = { p: ['pass'], x: ['redouble', 'double'] }

/** What was typed so far: its value and trump where they are offered. */
export interface Typed {
  value: Value | null
  bid: Bid | null
}

/** How these bids are typed. */
const typing = (bids: readonly Bid[]): RegExp => (valuesOf(bids).length ? TYPED : TYPED_ALONE)

/** What an amount stands for; with a plus for points and every trick. `unit`: as points are said. */
function valueTyped(amount: string, unit: number): Value | null {
  if (amount === '') return null
  const points = parseInt(amount, 10) * unit
  return TRICKS[amount] ?? (amount.endsWith('+') ? `${points}capot` : points)
}

/** A bid as it is typed: `90h`, `ch` for capot in hearts, `25+h` for 25 and capot where tens are
 * said; `h` where trumps alone are bid. */
export function typedBid(bids: readonly Bid[], text: string, unit = 1): Typed {
  const [, amount = '', trump = ''] = typing(bids).exec(text) ?? []
  const requested = valueTyped(amount, unit)
  const value = valuesOf(bids).find((one) => one === requested) ?? null
  const named = TRUMPS[trump.charAt(0)]
  const meant = value === requested && named ? bidAt(bids, value, named) : undefined
  return { value, bid: meant ?? null }
}

/** The text with one more key; null where no bid that is typed goes on so. */
export function typedOn(bids: readonly Bid[], text: string, key: string): string | null {
  if (key === 'Backspace') return text ? text.slice(0, -1) : null
  const longer = text + asTyped(key.toLowerCase())
  return bids.length && typing(bids).test(longer) ? longer : null
}

/** The call of a single key: `p` passes, `x` doubles. */
export function calledBy(calls: readonly Call[], key: string): Call | undefined {
  const kinds = CALLED[key.toLowerCase()] ?? []
  return calls.find((call) => kinds.includes(call.do))
}

/** Whether it was said as a bid: a trump with a value, or without one; any other trump was taken. */
export const isBid = ({ trump, value, said }: Called): boolean =>
  trump !== null && (value !== null || said === 'bid')

/** What is said with a word of its own in the games of the package. */
const SAID: readonly string[] = ['', 'bid', 'double', 'redouble', 'redeal']

/** Whether it was a call by name, of a game of its own. */
export const isNamed = ({ said }: Called): boolean => !SAID.includes(said)

/** The players in the order in which they speak. */
export const speakersOf = ({ dealer, rules }: Pick<View, 'dealer' | 'rules'>): number[] =>
  Array.from({ length: rules.players }, (_, i) => (dealer + 1 + i) % rules.players)

/** The calls of an auction in rows, a column for each speaker; null where one did not speak in a round. */
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

/** The trump that a seat has named last in this auction. */
export const lastTrump = (calls: readonly Called[], seat: number): TrumpText | null =>
  calls.findLast((call) => call.seat === seat && call.trump !== null)?.trump ?? null

/** What tells one call from another where it is tapped twice. */
export const tapName = (call: Call): string =>
  call.do === 'take'
    ? `take ${call.contract}`
    : call.do === 'bid'
      ? `bid ${call.value ?? ''}${call.trump}`
      : call.do === 'say'
        ? `say ${call.name} ${call.trump ?? ''}`
        : call.do
