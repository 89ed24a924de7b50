// Calls of an auction and the values of bids: what every page that words them needs. Pure.

import type {
  Action,
  Bid,
  Called,
  Double,
  NamedCall,
  Pass,
  Redeal,
  Redouble,
  Take,
} from '../../net/messages'

export type Call = Pass | Take | Bid | Double | Redouble | Redeal | NamedCall
/** The value of a bid beside its trump, where points are bid. */
export type Value = NonNullable<Bid['value']>
/** Points that are bid with every trick besides: `250capot`. */
export type WithCapot = `${number}capot`

export const isWithCapot = (value: Value): value is WithCapot => /^\d+capot$/.test(String(value))

/** Return the points of a bid that names some, with every trick or without. */
export const pointsBid = (value: number | WithCapot): number => parseInt(String(value), 10)

const KINDS: readonly string[] = ['pass', 'take', 'bid', 'double', 'redouble', 'redeal', 'say']

/** Whether it is said in an auction. */
export const isCall = (action: Action): action is Call => KINDS.includes(action.do)

/** The calls that have a word of their own in the games of the package. */
const SAID: readonly string[] = ['', 'bid', 'double', 'redouble', 'redeal']

/** Whether it was a call by name, of a game of its own. */
export const isNamed = ({ said }: Called): boolean => !SAID.includes(said)
