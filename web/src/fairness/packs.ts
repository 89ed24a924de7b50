// Packs from secret and nonces, as docs/fairness.md specifies them. Written independently of the
// server's code, which proves something only so; both are tested by tests/packs.json.

import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { sideOf, sidesOf } from '../cards/cards'

export interface Trick {
  leader: number
  winner: number
  cards: string[]
}

const LABEL = utf8ToBytes('rebelote pack\n')
const CARDS = ['S', 'H', 'D', 'C'].flatMap((suit) =>
  ['7', '8', '9', 'T', 'J', 'Q', 'K', 'A'].map((rank) => rank + suit),
)
const BLACK_SEVENS = ['7S', '7C']
/** The cards each gets, by how many play; what is left over stays in the stock. */
const HANDS: Record<number, number> = { 2: 9, 3: 10, 4: 8 }

/** Return the SHA-256 of bytes in hexadecimal digits, in the same. (`crypto.subtle` does not exist
 * on plain HTTP.) */
export const digest = (hex: string): string => bytesToHex(sha256(hexToBytes(hex)))

/** Return the seed of a pack; without nonces, the secret alone. */
export function packSeed(secret: string, nonces: string[]): string {
  if (!nonces.length) return secret
  const parts = nonces.flatMap((nonce, seat) =>
    nonce ? [Uint8Array.of(seat), hexToBytes(nonce)] : [],
  )
  return bytesToHex(sha256(concatBytes(LABEL, hexToBytes(secret), ...parts)))
}

/** A stream of numbers that anybody can repeat. */
export class Stream {
  private drawn = 0n
  constructor(private readonly seed: string) {}

  private next(): bigint {
    const counter = hexToBytes(this.drawn.toString(16).padStart(16, '0'))
    this.drawn += 1n
    return BigInt(
      `0x${bytesToHex(sha256(concatBytes(hexToBytes(this.seed), counter)).slice(0, 8))}`,
    )
  }

  /** Draw a number below this, all equally likely. */
  below(stop: number): number {
    const all = 1n << 64n
    const limit = all - (all % BigInt(stop))
    let drawn = this.next()
    while (drawn >= limit) drawn = this.next()
    return Number(drawn % BigInt(stop))
  }
}

/** Return the cards for so many players. */
const cardsOf = (players: number): string[] =>
  CARDS.filter((card) => players !== 3 || !BLACK_SEVENS.includes(card))

/** Whether these are all tricks of a deal in which no card stayed in the stock. */
export const areWhole = (tricks: Trick[], players: number): boolean =>
  tricks.length * players === cardsOf(players).length

/** Shuffle a fresh pack for so many players. */
export function shuffled(stream: Stream, players: number): string[] {
  const pack = cardsOf(players)
  for (let place = pack.length - 1; place > 0; place--) {
    const other = stream.below(place + 1)
    ;[pack[place], pack[other]] = [pack[other]!, pack[place]!]
  }
  return pack
}

/** Riffle a pack so many times. */
export function riffled(pack: string[], times: number, stream: Stream): string[] {
  for (let done = 0; done < times; done++) {
    const upper = pack.map(() => stream.below(2) === 0)
    const size = upper.filter(Boolean).length
    const packets = [pack.slice(0, size), pack.slice(size)]
    pack = upper.map((fromUpper) => packets[fromUpper ? 0 : 1]!.shift()!)
  }
  return pack
}

/** Gather the piles of the sides upon each other, newest tricks on top, the pile of one side
 * uppermost. */
export function gathered(tricks: Trick[], onTop: number, players: number): string[] {
  return [onTop, ...sidesOf(players).filter((side) => side !== onTop)].flatMap((side) =>
    tricks
      .filter((trick) => sideOf(trick.winner, players) === side)
      .reverse()
      .flatMap((trick) => trick.cards),
  )
}

export interface Dealing {
  players: number
  dealer: number
  depth: number
  packets: number[]
  /** The seat that took the turned card; null if none did. */
  attacker: number | null
  /** Whether players bid: no card is turned, and the rest goes round. */
  bids?: boolean
}

/** Return the turned card, null where all are dealt at once, and by seat the cards that this pack
 * gives. */
export function dealt(pack: string[], how: Dealing): { turned: string | null; hands: string[][] } {
  const { players, dealer, depth, packets, attacker, bids = false } = how
  const lies = [...pack.slice(depth), ...pack.slice(0, depth)]
  const order = Array.from({ length: players }, (_, turn) => (dealer + 1 + turn) % players)
  const hands: string[][] = order.map(() => [])
  for (const size of packets) for (const seat of order) hands[seat]!.push(...lies.splice(0, size))
  const fill = () => {
    for (const seat of order)
      hands[seat]!.push(...lies.splice(0, HANDS[players]! - hands[seat]!.length))
  }
  if (bids) {
    fill()
    return { turned: null, hands }
  }
  const turned = lies.shift() ?? null
  if (attacker === null || turned === null) return { turned, hands }
  hands[attacker]!.push(turned)
  fill()
  return { turned, hands }
}
