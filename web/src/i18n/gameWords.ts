// Cards, calls, contracts and announcements as words of the player's language.

import type { Bid, Called, Contract, Kind, Meld, RuleCard } from '../net/messages'
import { summaryOf } from '../net/games'
import { rankOf, suitOf, type TrumpText } from '../cards/cards'
import { whole } from './figures'
import { isNamed, pointsBid, type Call, type Value } from '../table/auction/calls'
import { capital, type Key, type Words } from './words'

/** Name a card: "jack of hearts". */
export const cardName = (words: Words, card: string): string => named(words, card, 'rank.')

/** Name a card with its article: "the jack of hearts". */
export const theCard = (words: Words, card: string): string => named(words, card, 'rank.the.')

function named(words: Words, card: string, ranks: string): string {
  const rank = words(`${ranks}${rankOf(card)}` as Key)
  return words('card.name', { rank, suit: words(`suit.${suitOf(card)}`) })
}

export const trumpName = (words: Words, trump: TrumpText): string => words(`suit.${trump}`)

/** Name a value: "90", at some tables said in tens; "capot", "25 capot". */
export function valueName(words: Words, value: Value): string {
  if (value === 'capot' || value === 'generale') return words(`value.${value}`)
  const said = whole(words, pointsBid(value) / Number(words('value.unit')))
  return typeof value === 'number' ? said : words('value.with-capot', { value: said })
}

/** Name a bid: "90 hearts"; "hearts" where trumps alone are bid. */
export function bidName(words: Words, { value, trump }: Omit<Bid, 'do'>): string {
  const suit = trumpName(words, trump)
  return value === null || value === undefined
    ? words('call.bid.trump', { suit })
    : words('call.bid', { value: valueName(words, value), suit })
}

/** Explain the bidder's task; empty for a value without a trump. */
export function bidMeaning(
  words: Words,
  rules: RuleCard,
  value: Value | null,
  trump: TrumpText | null,
): string {
  const suit = trump ? trumpName(words, trump) : ''
  if (value === null) {
    const key = trump === 'all' || trump === 'none' ? trump : 'trump'
    return capital(words(`bid.means.${key}`, { suit }))
  }
  if (!trump) return ''
  if (value === 'capot' || value === 'generale') return words(`bid.means.${value}`, { suit })
  const more = beatsDefence(rules) ? 'bid.means.more' : 'bid.means'
  const key = typeof value === 'number' ? more : 'bid.means.with-capot'
  const needed = rules.bids_need[value] ?? pointsBid(value)
  return words(key, { value: valueName(words, value), suit, needed })
}

/** Whether who bids needs more than the other side besides. */
const beatsDefence = ({ preset, differs }: RuleCard): boolean =>
  Boolean(differs.beat_defence ?? summaryOf(preset)?.beat_defence)

/** Name a call of a game that has calls by name, with its trump where it has one. */
export function callByName(
  words: Words,
  { name, trump }: { name: string; trump?: TrumpText | null },
): string {
  const said = words.coded(`call.${name}`, name)
  return trump ? `${said} ${trumpName(words, trump)}` : said
}

/** Name a call that was made: a trump with its value, or a word of its own. */
export function calledName(words: Words, call: Called): string {
  if (isNamed(call)) return callByName(words, { name: call.said, trump: call.trump })
  return call.trump
    ? bidName(words, { trump: call.trump, value: call.value })
    : call.said
      ? words(`call.${call.said}` as Key)
      : passName(words, call.form)
}

/** Name a pass by the word of this game's tables: it keeps a hokum, or is of a second round. */
export const passName = (
  words: Words,
  form: Called['form'],
  kind: 'call' | 'action' = 'call',
): string => words.coded(`${kind}.pass.${form ?? ''}`, words(`${kind}.pass`))

/** Name a possible call: "90 hearts", "Pass", "Double". */
export function callName(words: Words, call: Call): string {
  switch (call.do) {
    case 'say':
      return callByName(words, call)
    case 'take':
      return trumpName(words, call.contract)
    case 'bid':
      return bidName(words, call)
    default:
      return words(`call.${call.do}`)
  }
}

/** Name the result of doubling for this stake; baloot has a word for each. */
export const raisedTo = (words: Words, stake: number): string =>
  words.coded(
    `contract.raised.${stake}`,
    words(stake > 2 ? 'contract.redoubled' : 'contract.doubled'),
  )

/** Name a contract: "hearts"; where it was bid and doubled "90 hearts, doubled". */
export function contractName(words: Words, contract: Omit<Contract, 'attacker'>): string {
  const bid = bidName(words, contract)
  const raised =
    contract.stake > 1 ? `${bid}${words('ui.comma')}${raisedTo(words, contract.stake)}` : bid
  return contract.closed ? `${raised}${words('ui.comma')}${words('contract.closed')}` : raised
}

/** Name a kind and its worth, never its suit: "tierce (20)". */
export const kindName = (words: Words, kind: Kind): string =>
  words('kind.worth', { kind: kindSaid(words, kind), points: kind.points ?? '' })

/** Name a kind as players say it, without the number: "tierce". */
export const kindSaid = (words: Words, kind: Kind): string =>
  kind.kind === 'square' ? words('kind.square') : words(`kind.run.${kind.length}` as Key)

/** Name a meld: "tierce to the jack of hearts", "four jacks". */
export function meldName(words: Words, meld: Meld): string {
  const rank = rankOf(meld.top)
  if (meld.kind.kind === 'square')
    return words('meld.square', { ranks: words(`rank.many.${rank}` as Key) })
  const kind = words(`kind.run.${meld.kind.length}` as Key)
  return words('meld.run', {
    kind,
    rank: words(`rank.run.${rank}` as Key),
    suit: words(`suit.${suitOf(meld.top)}`),
  })
}
