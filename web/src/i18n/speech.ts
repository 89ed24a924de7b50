// Events as text: a sentence for screen readers and the log, a short cry for the speech bubble.

import type {
  Action,
  BidMade,
  BoomEnded,
  CallSaid,
  ContestSettled,
  Contract,
  Fact,
  Kind,
  Legal,
  MatchEnded,
  Meld,
  Player,
  RuleCard,
  SheetRow,
  Thought,
  TrickWon,
  View,
} from '../net/messages'
import {
  CHOICES,
  EVEN,
  EVENT_VALUES,
  FEW,
  FORMS,
  REASON_FIGURES,
  REASON_NAMES,
  SEAL_DIGITS,
} from './sentences'
import type { Happening } from '../table/events'
import { isPaired, sideOf, sidesOf as sidesAt, type TrumpText } from '../cards/cards'
import { isCall, type Call, type Value } from '../table/auction/calls'
import type { Verdict } from '../fairness/verification'
import { isNameless, personName } from './names'
import { summaryOf as presetSummary, fixedDeals } from '../net/games'
import {
  bidName,
  callByName,
  callName,
  contractName,
  kindName,
  kindSaid,
  meldName,
  passName,
  theCard,
  cardName,
  trumpName,
} from './gameWords'
import { capital, isolated, small, type Key, type Words } from './words'

export interface Listening {
  words: Words
  /** The seat of the listener; -1 for one who watches. */
  seat: number
  /** The seat from which the table is seen. */
  from: number
  players: Player[]
}

export const watches = (at: Listening): boolean => at.seat < 0

/** Name the player at a seat, in the listener's words. */
export function nameOf(at: Listening, seat: number): string {
  if (seat === at.seat) return at.words('seat.you')
  const name = personName(at.words, at.players[seat]?.name ?? '')
  return name || at.words('seat.guest', { number: seat + 1 })
}

/** Return the label of the listener's own seat: the name, or "you" without one. */
export function ownName(at: Listening, seat: number): string {
  const name = at.players[seat]?.name ?? ''
  return !name || isNameless(name) ? at.words('seat.you') : isolated(name)
}

/** Return the name that begins a line or a column. */
export const seatName = (at: Listening, seat: number): string => capital(nameOf(at, seat))

/** Name the speaker: a player at a seat, or a spectator. */
export const speakerOf = (at: Listening, said: { name: string; seat: number | null }): string =>
  personName(at.words, said.name) ||
  (said.seat === null ? at.words('seat.watcher') : nameOf(at, said.seat))

/** Say that a seat claims the rest, without its cards. */
export const claimOf = (at: Listening, seat: number): string =>
  `${capital(nameOf(at, seat))}${at.words('ui.colon')}${at.words('said.rest')}`

type Values = Record<string, string | number>
type Form = (typeof FORMS)[number]

/** Return the whole sentence; empty when there is nothing to say. */
export function sentence(event: Happening, at: Listening): string {
  const { words } = at
  const by = (key: string, seat: number | null = subject(event), more: Values = {}) =>
    words((seat === at.seat ? `${key}.you` : key) as Key, {
      name: seat === null ? '' : nameOf(at, seat),
      ...valuesOf(event, at),
      ...more,
    })
  switch (event.event) {
    case 'match_began': {
      const cards = event.drawn
        .map((card, seat) => `${nameOf(at, seat)} ${cardName(words, card)}`)
        .join(words('ui.comma'))
      return cards ? words('event.match_began.drawn', { cards }) : words('event.match_began')
    }
    case 'cards_dealt':
      return event.turned ? by('event.cards_dealt', null) : words('event.cards_dealt.all')
    case 'passed': {
      const key = `event.passed.${event.form ?? ''}`
      return by(words.coded(key, '') ? key : 'event.passed')
    }
    case 'doubled':
      return by(event.early ? 'event.doubled.early' : 'event.doubled')
    case 'announced':
      return by(event.kinds.length ? 'event.announced' : 'event.announced.none')
    case 'card_played': {
      const played = by('event.card_played')
      return event.said ? `${played} ${words(`said.${event.said}`)}` : played
    }
    case 'disclosed':
      return by(`event.disclosed.${event.answer}`)
    case 'contest_settled':
      return contest(event, at)
    case 'demanded':
      return by(event.of === at.seat ? 'event.demanded.me' : 'event.demanded')
    case 'challenged':
      return by(event.accused === at.seat ? 'event.challenged.me' : 'event.challenged')
    case 'rest_claimed': {
      if (!event.cards.length) return claimOf(at, event.seat)
      const cards = event.cards.map((card) => cardName(words, card)).join(words('ui.comma'))
      return by('event.rest_claimed', event.seat, { cards })
    }
    case 'claim_refused':
      return by(event.of === at.seat ? 'event.claim_refused.me' : 'event.claim_refused')
    case 'claim_answered':
      return by(`event.claim_answered.${event.accepted ? 'accepted' : 'refused'}`)
    case 'trick_won': {
      const won = by('event.trick_won')
      return event.fallen ? `${won} ${words('said.roem', { points: event.fallen })}` : won
    }
    case 'deal_ended':
      return differing(at)
        ? words('event.deal_ended.three', {
            scores: event.marks
              .map((mark, side) => `${sideName(at, side)} ${mark}`)
              .join(words('ui.comma')),
          })
        : words('event.deal_ended', ours(event.marks, at))
    case 'seat_taken': {
      const name = personName(words, event.name) || nameOf(at, event.seat)
      return event.bot
        ? words('event.seat_taken.bot', { name })
        : by('event.seat_taken', event.seat, { name })
    }
    case 'seat_left':
      return words('event.seat_left', {
        name: personName(words, event.name) || nameOf({ ...at, seat: -1 }, event.seat),
      })
    case 'seats_swapped':
      return words('event.seats_swapped', {
        name: nameOf(at, event.seats[0]),
        other: nameOf(at, event.seats[1]),
      })
    case 'stood_in':
      return by(`event.stood_in.${event.no_show ? 'no_show' : event.why}`)
    case 'match_called_off':
      return words('event.match_called_off', { deals: event.deals })
    case 'match_given_up':
      return gaveUp(event.side, at)
    case 'boom_ended':
    case 'match_ended':
      return won(event, at)
    default:
      return by(`event.${event.event}`)
  }
}

/** Return the seat that an event is about; null where it is about none. */
const subject = (event: Happening): number | null =>
  event.event === 'deal_began' ? event.dealer : 'seat' in event ? event.seat : null

/** Return the values for the placeholders of an event's sentence. */
function valuesOf(event: Happening, at: Listening): Values {
  const values = Object.entries<readonly [Form, string]>(
    (EVENT_VALUES as Record<string, Record<string, readonly [Form, string]>>)[event.event] ?? {},
  )
  return Object.fromEntries(
    values.map(([name, [form, field]]) => {
      const value = field ? (event as unknown as Record<string, unknown>)[field] : event
      return [name, inWords[form](at, value as never)]
    }),
  )
}

/** A field of an event in words, by its form. */
const inWords: Record<Form, (at: Listening, value: never) => string | number> = {
  plain: (_, value: number) => value,
  start: (_, value: string) => value.slice(0, SEAL_DIGITS),
  given: (_, value: string[]) => value.filter(Boolean).length,
  player: nameOf,
  card: (at, card: string | null) => (card ? cardName(at.words, card) : ''),
  the_card: (at, card: string) => theCard(at.words, card),
  trump: (at, trump: TrumpText) => trumpName(at.words, trump),
  bid: (at, bid: BidMade) => bidName(at.words, bid),
  call: (at, said: CallSaid) => callByName(at.words, said),
  kinds: (at, kinds: Kind[]) =>
    kinds.map((kind) => kindName(at.words, kind)).join(at.words('ui.comma')),
  melds: (at, melds: Meld[]) =>
    melds.map((meld) => meldName(at.words, meld)).join(at.words('ui.comma')),
  rank: (at, rank: string | null) => (rank ? at.words(`rank.${rank}` as Key) : ''),
  rule: (at, code: string) => at.words.coded(`refusal.${code}`, code),
}

/** State this browser's verdict on a pack. */
export function sealSentence(verdict: Verdict, words: Words): string {
  if (verdict.outcome === 'false') return words(`ui.seal.false.${verdict.fault || 'pack'}`)
  if (verdict.outcome === 'unseen' || verdict.outcome === 'continued')
    return words(`ui.seal.${verdict.outcome}`)
  const count = verdict.added
  if (verdict.own === 'in') return words('ui.seal.proven.in', { count })
  const late = verdict.own === 'late' ? ` ${words('ui.seal.own.late')}` : ''
  return words('ui.seal.proven', { count }) + late
}

/** Whether each plays alone. */
export const alone = (at: Listening): boolean => !isPaired(at.players.length)
/** Whether no side is "we": each plays alone, or the reader is a spectator. */
const differing = (at: Listening): boolean => alone(at) || watches(at)

/** Name a side for a spectator, or where each plays alone. */
export function sideName(at: Listening, side: number): string {
  return alone(at) ? nameOf(at, side) : `${nameOf(at, side)} + ${nameOf(at, side + 2)}`
}

/** Name the side whose announcements count, and why; of runs or of squares, if settled apart. */
function contest(event: ContestSettled, at: Listening): string {
  const reported = contested(event, at)
  if (!event.shape) return reported
  return `${at.words(`contest.of.${event.shape}`)}${at.words('ui.colon')}${reported}`
}

function contested(event: ContestSettled, at: Listening): string {
  const reason = at.words(`contest.by.${event.by}`)
  if (differing(at) && event.side !== null && event.side !== at.seat)
    return at.words('event.contest_settled.one', { reason, name: sideName(at, event.side) })
  return at.words(`event.contest_settled.${whose(event.side, at)}`, { reason })
}

/** Name the side that has given up the match. */
export function gaveUp(side: number, at: Listening): string {
  const key = 'event.match_given_up'
  return differing(at)
    ? at.words(`${key}.one`, { name: sideName(at, side) })
    : at.words(`${key}.${side === sidesOf(at)[0]?.side ? 'us' : 'them'}`)
}

function won(event: BoomEnded | MatchEnded, at: Listening): string {
  if (event.winner === null) return at.words('event.match_ended.draw')
  const values = {
    number: event.event === 'boom_ended' ? event.number : 0,
    name: sideName(at, event.winner),
    ...ours(event.scores, at),
  }
  if (differing(at)) return at.words(`event.${event.event}.one`, values)
  return at.words(
    `event.${event.event}.${whose(event.winner, at) === 'us' ? 'us' : 'them'}`,
    values,
  )
}

/** Put a hint in words: the action with its reason, and the figures that are shown on request. */
export function advice(
  words: Words,
  thought: Thought,
  form?: Legal['pass_form'],
): { said: string; figures: string } {
  const [why = '', ...figures] = sentencesOf(words, thought, 'advice')
  const what = deed(words, thought.action, form)
  const said = what ? `${words('ui.hint.text', { action: what })} ${why}`.trim() : why
  return { said, figures: figures.join(' ') }
}

/** Describe advice in a sentence: "the jack of hearts", "take hearts", "pass". */
export function deed(words: Words, action: Action, form?: Legal['pass_form']): string {
  if (action.do === 'play') return `${theCard(words, action.card)}.`
  return isCall(action) ? `${advisedCall(words, action, form)}.` : ''
}

function advisedCall(words: Words, call: Call, form?: Legal['pass_form']): string {
  switch (call.do) {
    case 'say':
    case 'bid':
      return callName(words, call)
    case 'take':
      return small(words('action.take.suit', { suit: trumpName(words, call.contract) }))
    case 'pass':
      return small(passName(words, form, 'action'))
    default:
      return small(words(`action.${call.do}`))
  }
}

const isNamed = (value: string): boolean => (REASON_NAMES as readonly string[]).includes(value)

/** Return a bot's reason in one sentence, and what it reckoned in others. */
export const because = (words: Words, thought: Thought): string =>
  sentencesOf(words, thought, 'why').filter(Boolean).join(' ')

/** Return the sentence of a reason, empty if it has none, and those of its figures; as advice, where
 * it can, of "you". */
function sentencesOf(words: Words, thought: Thought, as: 'why' | 'advice'): string[] {
  const values = Object.fromEntries(
    Object.entries(thought.values ?? {}).map(([name, value]) => [
      name,
      isNamed(name) ? choice(words, String(value)) : (value as string | number),
    ]),
  )
  const keys = [thought.code, ...REASON_FIGURES.filter((figure) => figure in values)]
  keys.push(...compared(values))
  if ('gain' in values) values.gain = Math.round(Number(values.gain))
  return keys.map((key) => {
    if (!key) return ''
    const own = as === 'advice' && words.coded(`advice.${key}`, '')
    return words(`${own ? 'advice' : 'why'}.${key}` as Key, values)
  })
}

/** Choose the words for the lead: over the usual card, or over the next best. */
function compared(values: Record<string, string | number>): string[] {
  if ('instead' in values) return ['ahead' in values ? 'unreadable' : 'unusual']
  if (!('other' in values)) return []
  const gain = Number(values.gain ?? 0)
  return [gain < EVEN ? 'even' : gain < FEW ? 'slight' : 'worth']
}

/** The person whose decision a fact is about: the reader, or another. */
export type Whose = 'you' | 'other'

/** Put facts about a decision into sentences. */
export const summaryOf = (words: Words, details: readonly Fact[], who: Whose): string =>
  details.map((fact) => factOf(words, fact, who)).join(' ')

export function factOf(words: Words, { code, values = {} }: Fact, who: Whose): string {
  const reported: Record<string, string | number> = { who }
  for (const [name, value] of Object.entries(values))
    reported[name] = isNamed(name) ? choice(words, String(value)) : value
  return words(`reason.is.${code}` as Key, reported)
}

/** A bid by its name: `80S`, `capotH`, `100none`; `bidS` where trumps alone are bid. */
const BID = /^(\d+|\d+capot|capot|generale|bid)(S|H|D|C|all|none)$/

/** A call by its name: `say(three)`, `say(hokum:S)`. */
const SAY = /^say\(([a-z0-9-]+)(?::(S|H|D|C|all|none))?\)$/

/** Name a card or a call given by its code: `JS`, `S`, `all`, `pass`, `80S`, `double`. */
function choice(words: Words, name: string): string {
  if (name.length === 2) return theCard(words, name)
  const compared = CHOICES.find((one) => one === name)
  if (compared) return words(`choice.${compared}`)
  if (name === 'redeal') return words(`call.${name}`)
  const said = SAY.exec(name)
  if (said)
    return callByName(words, { name: said[1]!, trump: (said[2] ?? null) as TrumpText | null })
  const [, value, trump] = BID.exec(name) ?? []
  if (value && trump)
    return bidName(words, {
      value: value === 'bid' ? null : ((Number(value) || value) as Value),
      trump: trump as TrumpText,
    })
  return trumpName(words, name as TrumpText)
}

/** Return the sides, mine first, each with what it is called. */
export function sidesOf(at: Listening): { side: number; name: string; mine: boolean }[] {
  const mine = mySide(at)
  if (alone(at))
    return sidesAt(at.players.length)
      .map((step, _, sides) => (mine + step) % sides.length)
      .map((side) => ({ side, name: capital(nameOf(at, side)), mine: side === mine }))
  const named = (side: number) =>
    watches(at) ? sideName(at, side) : at.words(side === mine ? 'side.us' : 'side.them')
  return [mine, 1 - mine].map((side) => ({ side, name: named(side), mine: side === mine }))
}

const mySide = (at: Listening): number => sideOf(at.from, at.players.length)

/** Return the others of my side, if I sit at the table. */
export const partnersOf = (at: Listening): Player[] =>
  watches(at) || alone(at)
    ? []
    : at.players.filter(
        ({ seat }) => seat !== at.seat && sideOf(seat, at.players.length) === mySide(at),
      )

export type SideMark = 'us' | 'them' | ''

/** Mark a side as ours or theirs, or as neither where each plays alone. */
export const markOfSide = (at: Listening, side: number): SideMark =>
  alone(at) ? '' : side === mySide(at) ? 'us' : 'them'

/** Mark a seat by its side. */
export const sideMark = (at: Listening, seat: number): SideMark =>
  markOfSide(at, sideOf(seat, at.players.length))

function whose(side: number | null, at: Listening): 'us' | 'them' | 'nobody' {
  return side === null ? 'nobody' : side === mySide(at) ? 'us' : 'them'
}

function ours(pair: number[], at: Listening): { us: number; them: number } {
  const us = mySide(at)
  return { us: pair[us] ?? 0, them: pair[1 - us] ?? 0 }
}

/** Whether a deal ended with these before its first card. */
export const isUnplayed = (outcome: SheetRow['outcome']): outcome is 'misdeal' | 'eight' =>
  outcome === 'misdeal' || outcome === 'eight'

/** Describe the result of a deal on the sheet, and whose it was. */
export function dealResult(row: SheetRow, at: Listening): string {
  const { words } = at
  if (!row.contract || row.outcome === null || isUnplayed(row.outcome))
    return words(`outcome.${row.outcome ?? 'dead'}`)
  const { attacker } = row.contract
  const name = capital(nameOf(at, attacker))
  const toSide = (key: 'swept' | 'false_play', side: number) =>
    words(`sheet.row.${key}.${differing(at) ? 'one' : side === mySide(at) ? 'us' : 'them'}`, {
      name,
      side: sideName(at, side),
    })
  if (row.outcome === 'false_play')
    return toSide('false_play', row.marks.indexOf(Math.max(...row.marks)))
  const attack = sideOf(attacker, at.players.length)
  if (row.swept_by !== null && row.swept_by !== attack) return toSide('swept', row.swept_by)
  const swept = row.swept_by === attack && row.outcome === 'made'
  return words(`sheet.row.${swept ? 'sweep' : row.outcome}`, { name })
}

/** Return the text of a speech bubble; `turned`: whether a card is turned up, whose suit round 1 is
 * about. */
export function cry(event: Happening, words: Words, turned = true): string {
  switch (event.event) {
    case 'passed':
      return passName(words, event.form)
    case 'melds_lost':
      return words('said.lost')
    case 'took':
      return turned && event.round === 1
        ? words('call.take')
        : words('call.suit', { suit: capital(trumpName(words, event.trump)) })
    case 'bid_made':
      return capital(bidName(words, event))
    case 'doubled':
      return words('call.double')
    case 'redoubled':
      return words('call.redouble')
    case 'redeal_asked':
      return words('call.redeal')
    case 'call_said':
      return callByName(words, event)
    case 'announced':
      if (!event.kinds.length) return words('said.nothing')
      return event.kinds.map((kind) => capital(kindSaid(words, kind))).join(words('ui.comma'))
    case 'card_played':
      return event.said ? words(`said.${event.said}`) : ''
    case 'melds_shown':
      return event.melds.map((meld) => capital(kindSaid(words, meld.kind))).join(words('ui.comma'))
    case 'disclosed':
      return words(`said.${event.answer}`, {
        rank: event.rank ? words(`rank.${event.rank}` as Key) : '',
      })
    case 'demanded':
      return words('said.demand')
    case 'challenged':
      return words('said.challenge')
    case 'rest_claimed':
      return words('said.rest')
    default:
      return ''
  }
}

/** List cards in the order of play, each with its player. */
export function cardsPlayed(at: Listening, leader: number, cards: string[]): string {
  const seats = at.players.length
  return cards
    .map((card, i) => `${nameOf(at, (leader + i) % seats)} ${cardName(at.words, card)}`)
    .join(at.words('ui.comma'))
}

/** Describe a whole trick and its winner in one sentence. */
export const wholeTrick = (event: TrickWon, at: Listening): string =>
  `${capital(cardsPlayed(at, event.leader, event.cards))}. ${sentence(event, at)}`

/** Name the cards that lie on the table. */
export const trickSoFar = (view: View, at: Listening): string =>
  view.trick.cards.length && view.trick.cards.length < view.rules.players
    ? at.words('state.trick', { cards: cardsPlayed(at, view.trick.leader, view.trick.cards) })
    : ''

/** Describe the state of the deal: trump, trick, score and tricks. */
export function standing(view: View, at: Listening): string {
  const { words } = at
  const bySide = (values: number[]) =>
    sidesOf(at)
      .map(({ side, name }) => `${name} ${values[side] ?? 0}`)
      .join(words('ui.comma'))
  return [
    trumpAt(view, at),
    trickSoFar(view, at),
    words('state.scores', { scores: bySide(view.scores) }),
    words('state.tricks', { tricks: bySide(view.tricks_won) }),
  ]
    .filter(Boolean)
    .join(' ')
}

function trumpAt({ contract, standing: bid, turned }: View, at: Listening): string {
  const { words } = at
  if (!contract && turned) return words('state.turned', { card: cardName(words, turned) })
  if (!contract) return bid ? `${bidBy(bid, at)}.` : ''
  const key = contract.attacker === at.seat ? 'state.trump.you' : 'state.trump'
  const trump = words(key, {
    suit: trumpName(words, contract.trump),
    name: nameOf(at, contract.attacker),
  })
  const said = contract.value !== null || contract.stake > 1
  return said ? `${trump} ${capital(contractName(words, contract))}.` : trump
}

/** Name the bid that stands or was settled, with its bidder: "Bea: 90 hearts, doubled". */
export const bidBy = (bid: Contract, at: Listening): string =>
  `${capital(nameOf(at, bid.attacker))}${at.words('ui.colon')}${contractName(at.words, bid)}`

/** Describe the length of a match: its deals where they are fixed, else the points that end it. */
export function matchLength(rules: RuleCard, words: Words): string {
  const count = fixedDeals(rules)
  return count ? words('sheet.deals', { count }) : words('sheet.target', { points: rules.target })
}

/** Return the number of the current deal of a fixed number; those passed out do not count. */
export function dealOf({ rules, sheet, phase }: View, words: Words): string {
  const count = fixedDeals(rules)
  if (!count) return ''
  const played = sheet.filter((row) => row.outcome && row.outcome !== 'misdeal').length
  const over = phase === 'deal_over' || phase === 'match_over'
  return words('sheet.deal.of', { number: Math.min(count, played + (over ? 0 : 1)), count })
}

/** Ask the player to act, or name those whom the table waits for. */
export function question(view: View, at: Listening): string {
  const { words } = at
  if (view.to_act === null) return ''
  if (!view.legal) return words('ask.wait', { name: nameOf(at, view.to_act) })
  if (view.legal.actions.includes('announce')) return words('ask.announce')
  if (view.legal.actions.includes('play'))
    return words(view.trick.cards.length ? 'ask.play' : 'ask.lead')
  if (view.phase === 'cut' || view.phase === 'packets') return words(`ask.${view.phase}`)
  const early = view.standing !== null && view.legal.actions.includes('redeal')
  if (early) return words('ask.bid.early')
  const kind = view.rules.differs.auction_kind ?? presetSummary(view.rules.preset)?.auction
  const key = `ask.auction.${kind as string}`
  const must = view.legal.actions.includes('pass') ? '' : words.coded(`${key}.must`, '')
  const form = view.legal.pass_form ? words.coded(`${key}.${view.legal.pass_form}`, '') : ''
  const bought = view.standing !== null && !view.legal.trumps.length
  const raise = bought ? words.coded(`${key}.raise`, '') : ''
  return must || form || raise || words.coded(key, '') || call(view, view.legal, words)
}

/** Ask for a call, where the game has no sentence of its own for its auction. */
function call(view: View, { actions, trumps }: Legal, words: Words): string {
  if (!actions.includes('take') || !view.turned)
    return words((view.standing?.stake ?? 1) > 1 ? 'ask.bid.doubled' : 'ask.bid')
  const [only] = trumps
  if (only && trumps.length === 1) return words('ask.round1', { suit: trumpName(words, only) })
  const round = Math.floor(view.calls.length / view.rules.players) + 1
  if (round === 2) return words('ask.round2')
  return words(round === 3 && trumps.every((trump) => trump.length > 1) ? 'ask.round3' : 'ask.bid')
}
