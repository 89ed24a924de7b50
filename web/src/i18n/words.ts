// Catalogue keys as words of the player's language, and the names of cards and announcements.

import { IntlMessageFormat } from 'intl-messageformat'

import type catalogue from '../../../src/rebelote/i18n/en.json'
import type { Bid, Called, Contract, Kind, Meld, RuleCard } from '../net/messages'
import { summaryOf } from '../net/games'
import { rankOf, suitOf, type TrumpText } from '../cards/cards'
import { hasArabicDigits, inArabicDigits } from './digits'
import { whole } from './figures'
import { directionOf } from './languages'
import { isNamed, pointsBid, type Call, type Value } from '../table/auction/calls'

export type Key = keyof typeof catalogue
export type Catalogue = Record<Key, string>
export type Values = Record<string, string | number>

export interface Words {
  (key: Key, values?: Values): string
  /** For codes that come from the server: the sentence, or what to say when there is none. */
  coded(key: string, otherwise: string): string
}

const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
const LEFT_TO_RIGHT = /[A-Za-z\u00c0-\u058f]/

/** Wrap what users have written in Unicode isolates where it runs the other way than the sentence,
 * so that it does not reorder the sentence around it. */
export const isolated = (text: string, within: 'ltr' | 'rtl' = 'ltr'): string =>
  (within === 'rtl' ? LEFT_TO_RIGHT : RIGHT_TO_LEFT).test(text) ? `\u2068${text}\u2069` : text

/** An ICU message: plurals by the language's rules, numbers as it writes them; `<` is a character. */
const icuMessage = (text: string, language: string) =>
  new IntlMessageFormat(text, language, undefined, { ignoreTag: true })

/** Return the values of a message, each isolated but those by which it chooses its words. */
const isolatedValues = (text: string, values: Values, within: 'ltr' | 'rtl'): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' && !text.includes(`{${name}, select`)
        ? isolated(value, within)
        : value,
    ]),
  )

export function wordsOf(catalogue: Catalogue): Words {
  const parsed = new Map<Key, IntlMessageFormat>()
  const way = directionOf(catalogue['language.tag'].slice(0, 2))
  const arabicDigits = hasArabicDigits(catalogue['language.tag'])
  const message = (key: Key) => {
    const result = parsed.get(key) ?? icuMessage(catalogue[key], catalogue['language.tag'])
    parsed.set(key, result)
    return result
  }
  const say = (key: Key, values: Values = {}) => {
    const text: string | undefined = catalogue[key]
    if (text === undefined) return key.slice(key.indexOf('.') + 1) // a code that has no sentence
    if (!text.includes('{')) return text
    const said = (own: Values) => String(message(key).format(own))
    const own = isolatedValues(text, values, way)
    return arabicDigits ? inArabicDigits(said, own) : said(own)
  }
  const coded = (key: string, otherwise: string) =>
    key in catalogue ? catalogue[key as Key] : otherwise
  return Object.assign(say, { coded })
}

/** Explain a refusal in the player's words; where the server failed, with the number in its log. */
export function refusalText(
  words: Words,
  refused: { code: string; message: string; reference?: string },
): string {
  const sentence = words.coded(`refusal.${refused.code}`, refused.message)
  return refused.reference ? `${sentence} ${refused.reference}` : sentence
}

/** Name a card: "jack of hearts". */
export const cardName = (words: Words, card: string): string => named(words, card, 'rank.')

/** Name a card with its article: "the jack of hearts". */
export const theCard = (words: Words, card: string): string => named(words, card, 'rank.the.')

function named(words: Words, card: string, ranks: string): string {
  const rank = words(`${ranks}${rankOf(card)}` as Key)
  return words('card.name', { rank, suit: words(`suit.${suitOf(card)}`) })
}

/** Name a rule set of ours, or of a game from outside; any other by its bare name. */
export const presetName = (words: Words, preset: string): string =>
  words.coded(`preset.${preset}`, preset)

/** Return the distinctive feature of a rule set, in one sentence. */
export const presetHint = (words: Words, preset: string): string =>
  words.coded(`preset.${preset}.hint`, '')

/** Name the people who play by a rule set; empty for games from outside. */
export const presetPlayers = (words: Words, preset: string): string =>
  words.coded(`preset.${preset}.who`, '')

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

export const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1)

export const small = (text: string): string => text.charAt(0).toLocaleLowerCase() + text.slice(1)
