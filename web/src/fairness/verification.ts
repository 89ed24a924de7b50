// Verification of sealed packs: keeps seal, commitments, own nonce, cut and every card seen, and
// makes the pack again once the secret is opened. Pure: random numbers and the socket belong to the
// game.

import type { PackInPlay, PackSealed, Update } from '../net/messages'
import { sideOf, sidesOf } from '../cards/cards'
import {
  areWhole,
  dealt,
  digest,
  gathered,
  packSeed,
  riffled,
  shuffled,
  Stream,
  type Trick,
} from './packs'

export interface Deal {
  number: number
  dealer: number
  players: number
  seal: PackSealed | null
  /** The nonce of this browser, where it committed to one. */
  mine: string
  nonces: string[] | null
  depth: number
  packets: number[] | null
  turned: string | null
  attacker: number | null
  /** Somebody has bid: no card was turned. */
  bids: boolean
  held: [number, string][]
  tricks: Trick[]
  /** The tricks of the deal before, where all of them were seen. */
  before: Trick[] | null
}

/** One check of a pack. `fits` null: it was impossible. */
export interface Check {
  what: 'kept' | 'seal' | 'nonces' | 'revealed' | 'own' | 'pack'
  fits: boolean | null
}

/** `outcome` false with a `fault`; unseen or continued where no pack could be made to compare: the
 * beginning of the deal was not seen, or its pack goes on from a deal of which not every card was. `own`: this browser's nonce is in it, came too late, or it had none. */
export interface Verdict {
  number: number
  outcome: 'proven' | 'false' | 'unseen' | 'continued'
  own: 'in' | 'late' | 'none'
  added: number
  fault: '' | 'seal' | 'nonces' | 'pack' | 'resealed'
  commitment: string
  secret: string
  /** The players' commitments and the nonces they revealed, by seat. */
  commitments: string[]
  nonces: string[]
  checks: Check[]
}

export interface Observations {
  /** The nonce that is committed to for the next pack. */
  next: string
  /** The nonce that was revealed for the awaited pack. */
  mine: string
  awaited: PackSealed | null
  deal: Deal | null
  verdicts: Verdict[]
}

const KEPT = 5

export const EMPTY: Observations = { next: '', mine: '', awaited: null, deal: null, verdicts: [] }

/** Restore what the tab has stored, also by an older page, whose verdicts had no checks. */
export function restored(up: Partial<Observations> | undefined): Observations {
  const verdicts = (up?.verdicts ?? []).map((verdict) => ({
    ...{ commitments: [], nonces: [], checks: [] },
    ...verdict,
  }))
  return { ...EMPTY, ...up, verdicts }
}

/** Return the observations after an update. */
export function observed(before: Observations, update: Update): Observations {
  let now = update.pack ? caughtUp(before, update, update.pack) : before
  for (const event of update.events) now = reported(now, event, update)
  return looked(now, update)
}

/** Return the nonce to reveal: where a pack is awaited that was sealed with this browser's
 * commitment; else ''. */
export const nonceToReveal = (now: Observations): string =>
  now.awaited
    ? ([now.next, now.mine].find(
        (nonce) => nonce && now.awaited!.commitments.includes(digest(nonce)),
      ) ?? '')
    : ''

/** Note that the nonce was revealed, and the next one committed to. */
export const afterReveal = (now: Observations, nonce: string, next: string): Observations =>
  nonce === now.mine ? now : { ...now, mine: nonce, next }

/** Catch up with what happened while disconnected. */
function caughtUp(before: Observations, update: Update, pack: PackInPlay): Observations {
  const { sealed, nonces } = pack
  if (sealed?.commitments.length && nonces === null) return awaiting(before, sealed)
  const view = update.view
  if (!view) return before
  const same =
    before.deal &&
    before.deal.number === view.deal_number &&
    (before.deal.seal?.match ?? 0) === (sealed?.match ?? 0)
  if (same && sealed && before.deal!.seal && before.deal!.seal.commitment !== sealed.commitment)
    return exchanged(before, sealed)
  const deal = same
    ? before.deal!
    : {
        ...fresh(view.deal_number, view.dealer, view.rules.players),
        seal: sealed,
        mine: mineIn(before, sealed),
      }
  const seen = {
    ...deal,
    nonces: deal.nonces ?? nonces,
    depth: pack.depth ?? 0,
    packets: pack.packets,
    turned: deal.turned ?? view.turned,
    attacker: view.contract?.attacker ?? deal.attacker,
    bids: deal.bids || (pack.packets !== null && view.turned === null),
  }
  return { ...before, awaited: null, deal: seen }
}

const mineIn = (now: Observations, sealed: PackSealed | null): string =>
  now.mine && sealed?.commitments.includes(digest(now.mine)) ? now.mine : ''

export const fresh = (number: number, dealer: number, players: number): Deal => ({
  number,
  dealer,
  players,
  seal: null,
  mine: '',
  nonces: null,
  depth: 0,
  packets: null,
  turned: null,
  attacker: null,
  bids: false,
  held: [],
  tricks: [],
  before: null,
})

/** A seal may not be exchanged for another for the same deal. */
function awaiting(now: Observations, sealed: PackSealed): Observations {
  const old = now.awaited
  const same = old && old.match === sealed.match && old.number === sealed.number
  const other =
    same &&
    (old.commitment !== sealed.commitment || old.commitments.join() !== sealed.commitments.join())
  return other ? exchanged(now, old) : { ...now, awaited: sealed }
}

const exchanged = (now: Observations, sealed: PackSealed): Observations =>
  judged(now, {
    number: sealed.number,
    outcome: 'false',
    own: 'none',
    added: 0,
    fault: 'resealed',
    commitment: sealed.commitment,
    secret: '',
    commitments: sealed.commitments,
    nonces: [],
    checks: [{ what: 'kept', fits: false }],
  })

const judged = (now: Observations, verdict: Verdict): Observations => ({
  ...now,
  verdicts: [...now.verdicts, verdict].slice(-KEPT),
})

function reported(
  now: Observations,
  event: Update['events'][number],
  update: Update,
): Observations {
  const { deal } = now
  switch (event.event) {
    case 'match_began':
      return { ...now, deal: null }
    case 'pack_sealed':
      if (event.commitments.length) return awaiting(now, event)
      return deal ? { ...now, deal: { ...deal, seal: event, nonces: [] } } : now
    case 'deal_began': {
      const players = update.rules?.players ?? 4
      const before =
        deal && deal.number === event.number - 1 && areWhole(deal.tricks, players)
          ? deal.tricks
          : null
      return {
        ...now,
        awaited: null,
        deal: {
          ...fresh(event.number, event.dealer, players),
          seal: now.awaited,
          mine: mineIn(now, now.awaited),
          before,
        },
      }
    }
    case 'seal_opened':
      return deal && deal.number === event.number && deal.seal
        ? judged(now, verdict(deal, event.secret, event.nonces))
        : now
    default:
      return deal ? { ...now, deal: seen(deal, event) } : now
  }
}

/** Return the deal after an event. */
export function seen(deal: Deal, event: Update['events'][number]): Deal {
  switch (event.event) {
    case 'pack_made':
      return { ...deal, nonces: event.nonces }
    case 'pack_cut':
      return { ...deal, depth: event.depth }
    case 'cards_dealt':
      return { ...deal, packets: event.packets, turned: event.turned, bids: event.turned === null }
    case 'took':
      return { ...deal, attacker: event.seat }
    case 'card_played':
      return { ...deal, held: [...deal.held, [event.seat, event.card]] }
    case 'trick_won':
      return {
        ...deal,
        tricks: [...deal.tricks, { leader: event.leader, winner: event.seat, cards: event.cards }],
      }
    default:
      return deal
  }
}

/** Record the cards of the visible hand. */
function looked(now: Observations, { view }: Update): Observations {
  const deal = now.deal
  if (!deal || !view || view.seat < 0 || view.deal_number !== deal.number) return now
  const held = new Set(deal.held.map(([seat, card]) => seat + card))
  const more = view.hand
    .filter((card) => !held.has(view.seat + card))
    .map((card): [number, string] => [view.seat, card])
  return more.length ? { ...now, deal: { ...deal, held: [...deal.held, ...more] } } : now
}

/** Recompute everything from secret and nonces. */
export function verdict(deal: Deal, secret: string, nonces: string[]): Verdict {
  const { commitment, commitments } = deal.seal!
  const own = !deal.mine ? 'none' : nonces.includes(deal.mine) ? 'in' : 'late'
  const checks = checked(deal, secret, nonces)
  const fault = faultIn(checks)
  const outcome = fault
    ? 'false'
    : checks.some(({ what, fits }) => what === 'pack' && fits)
      ? 'proven'
      : deal.packets && !startsHere(deal)
        ? 'continued'
        : 'unseen'
  return {
    number: deal.number,
    outcome,
    own,
    added: nonces.filter(Boolean).length,
    fault,
    commitment,
    secret,
    commitments,
    nonces,
    checks,
  }
}

const FAULTS: Partial<Record<Check['what'], Verdict['fault']>> = {
  seal: 'seal',
  nonces: 'nonces',
  revealed: 'nonces',
  pack: 'pack',
}

/** Return the fault of the first check that does not fit. */
function faultIn(checks: Check[]): Verdict['fault'] {
  const first = checks.find(({ fits }) => fits === false)
  return (first && FAULTS[first.what]) ?? ''
}

function checked(deal: Deal, secret: string, nonces: string[]): Check[] {
  const made = madeFrom(deal, secret, nonces)
  const sound = made.every(({ fits }) => fits !== false)
  const own: Check[] = deal.mine ? [{ what: 'own', fits: nonces.includes(deal.mine) || null }] : []
  return [
    { what: 'kept', fits: true },
    ...made,
    ...own,
    { what: 'pack', fits: sound ? packFits(deal, packSeed(secret, nonces)) : null },
  ]
}

/** Check secret and nonces against the earlier statements. */
function madeFrom(deal: Deal, secret: string, nonces: string[]): Check[] {
  const { commitment, commitments } = deal.seal!
  const seal: Check = {
    what: 'seal',
    fits: /^[0-9a-f]{64}$/.test(secret) && digest(secret) === commitment,
  }
  const reported: Check = {
    what: 'revealed',
    fits: deal.nonces && deal.nonces.join() === nonces.join(),
  }
  const fit =
    nonces.length === commitments.length &&
    nonces.every(
      (nonce, seat) =>
        !nonce || (/^[0-9a-f]{32}$/.test(nonce) && digest(nonce) === commitments[seat]),
    )
  return commitments.length || nonces.length
    ? [seal, { what: 'nonces', fits: fit }, reported]
    : [seal]
}

/** Whether that pack gives the cards that were seen; null where it cannot be made, or was not seen. */
function packFits(deal: Deal, seed: string): boolean | null {
  const pack = packOf(deal, seed)
  if (!pack || !deal.packets) return null
  const { turned, hands } = dealt(pack, { ...deal, packets: deal.packets })
  return (
    (!deal.turned || deal.turned === turned) &&
    deal.held.every(([seat, card]) => hands[seat]?.includes(card) ?? false)
  )
}

/** Whether all that the pack was made from was seen: it was shuffled afresh, or the deal before was. */
const startsHere = ({ seal, before }: Deal): boolean => seal!.riffles === null || before !== null

/** Return the pack that the seed makes; null where it goes on from a deal that was not seen. */
function packOf(deal: Deal, seed: string): string[] | null {
  const stream = new Stream(seed)
  const { riffles, joined } = deal.seal!
  if (riffles === null) return shuffled(stream, deal.players)
  if (!deal.before) return null
  const sides = sidesOf(deal.players).length
  const dealers = sideOf(deal.dealer, deal.players)
  return riffled(
    gathered(deal.before, joined ? stream.below(sides) : dealers, deal.players),
    riffles,
    stream,
  )
}
