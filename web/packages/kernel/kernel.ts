// The kernel of Rebelote as WebAssembly: numbers in, numbers out, one question at a time. The form of
// a question is that of `kernel/src/wasm.rs`, which checks what is asked and refuses in a sentence.

interface Exports {
  memory: WebAssembly.Memory
  request(length: number): number
  answer(question: number): number
  response(): number
}

/** Ask question number so-and-so with these arguments.
 * @internal */
export type Ask = (question: number, request: Uint8Array) => Uint8Array

/** Compile the kernel from the bytes of its file.
 * @internal */
export async function startKernel(code: BufferSource): Promise<Ask> {
  const { instance } = await WebAssembly.instantiate(code)
  const kernel = instance.exports as unknown as Exports
  return (question, request) => {
    const place = kernel.request(request.length) // may move the memory
    new Uint8Array(kernel.memory.buffer, place).set(request)
    const length = kernel.answer(question)
    return new Uint8Array(kernel.memory.buffer, kernel.response(), length).slice()
  }
}

/** A card: suit * 8 + rank, from 0 to 31; suits go S H D C, ranks 7 8 9 T J Q K A. */
export type Card = number

/** A set of cards: a mask of 32 bits, one a card. Results are not negative; arguments may be, as
 * JavaScript's bit operators make them. */
export type CardSet = number

/** The law of play of one contract as tables; those of every rule set are in `@rebelote/rules`. */
export interface LawTables {
  /** The duty (0 to 6) in each of 128 situations. */
  readonly duties: readonly number[]
  /** The trump suit; 4: all trumps, 5: no trumps. */
  readonly trump: number
  /** The height of each card within its suit, from 0, the lowest, to 7. */
  readonly strength: readonly number[]
  /** The points of each card. */
  readonly points: readonly number[]
  /** The points of the last trick. */
  readonly last_trick: number
  /** Pairs of sets: who holds all cards of the first may not play those of the second. */
  readonly withheld: readonly (readonly [CardSet, CardSet])[]
  /** Whether seats that sit opposite are partners. */
  readonly partners: boolean
  /** Cards that may not be led by who holds others. */
  readonly not_led: CardSet
  /** Cards that count when they fall in one trick, and their points. */
  readonly bonuses: readonly (readonly [CardSet, number])[]
}

/** A position in which every card is seen. */
export interface Position {
  /** The cards that are not played yet, by seat: two, three or four hands. */
  readonly hands: readonly CardSet[]
  /** The seat that leads, or has led, the trick. */
  readonly leader: number
  /** The cards of the trick so far, in order of play. */
  readonly trick?: readonly Card[]
}

/** What a solution is for, and what it says. */
export interface Aim {
  /** The seats that play together against the rest, one bit each; seats 0 and 2 by default. */
  readonly maximisers?: number
  /** The points that taking every trick adds; they count against the other side. */
  readonly sweep?: number
  /** How many tricks the maximisers and the others have, where there is a sweep. */
  readonly taken?: readonly [number, number]
  /** Whether to give the points by legal card. */
  readonly values?: boolean
  /** Whether to give a line of best play. */
  readonly line?: boolean
}

/** A position solved exactly: every card seen, both sides at their best. */
export interface Solution {
  /** The points still to come to the maximisers, and to the others. */
  readonly points: readonly [number, number]
  /** For each legal card the points still to come to the side that plays it; empty unless asked for. */
  readonly values: ReadonlyMap<Card, number>
  /** A principal variation, to the last card; empty unless asked for. */
  readonly line: readonly Card[]
}

/** What a seat may hold of the cards that it does not see. */
export interface HiddenHands {
  /** How many cards each hidden hand has. */
  readonly sizes: readonly number[]
  /** The cards that each hidden hand may have. */
  readonly mayHold: readonly CardSet[]
}

/** The ways in which hidden cards can lie: how many there are, and some, each a set by hand. */
export interface Worlds {
  readonly total: bigint
  readonly drawn: readonly (readonly CardSet[])[]
}

/** The kernel refuses an argument; the message is its sentence. */
export class KernelError extends RangeError {
  override readonly name = 'KernelError'
}

/** The questions by their numbers in `kernel/src/wasm.rs`. */
const QUESTION = {
  law: 0,
  dropLaw: 1,
  worlds: 4,
  legal: 5,
  winner: 6,
  excluded: 7,
  perft: 8,
  solve: 14,
} as const

/** A number of an argument; those up to 2**64 may be a bigint. */
export type Whole = number | bigint

/** An instance of the kernel, which makes laws. */
export class Kernel {
  readonly #ask: Ask
  readonly #forgotten: FinalizationRegistry<number>

  /** @internal */
  constructor(ask: Ask) {
    this.#ask = ask
    this.#forgotten = new FinalizationRegistry((handle) => {
      ask(QUESTION.dropLaw, new Question().word(handle).bytes())
    })
  }

  /** Make the law of play of these tables; throws a KernelError where they make no sense. */
  law(tables: LawTables): Law {
    const asked = new Question()
      .octets(tables.duties)
      .wide(tables.trump)
      .octets(tables.strength)
      .octets(tables.points)
      .wide(tables.last_trick)
      .list(tables.withheld, (pairs, [held, kept]) => pairs.mask(held).mask(kept))
      .flag(tables.partners)
      .mask(tables.not_led)
      .list(tables.bonuses, (pairs, [cards, points]) => pairs.mask(cards).wide(points))
    const handle = put(this.#ask, QUESTION.law, asked).word()
    const law = new Law(this.#ask, handle)
    this.#forgotten.register(law, handle)
    return law
  }

  /** Count the ways in which hidden cards can lie, and draw so many of them, each equally likely. */
  worlds({ sizes, mayHold }: HiddenHands, count: Whole, seed: Whole): Worlds {
    const asked = new Question().octets(sizes).masks(mayHold).wide(count).wide(seed)
    const response = put(this.#ask, QUESTION.worlds, asked)
    const total = response.wide()
    return { total, drawn: response.list(() => response.list(() => response.word())) }
  }
}

/** The law of play of one contract: what may be played, who wins a trick, what a position is worth. */
export class Law {
  readonly #ask: Ask
  readonly #handle: number

  /** @internal */
  constructor(ask: Ask, handle: number) {
    this.#ask = ask
    this.#handle = handle
  }

  /** Return the cards of a hand that may be played to a trick of up to three cards. */
  legal(hand: CardSet, trick: readonly Card[]): CardSet {
    return this.#put(QUESTION.legal, (asked) => asked.mask(hand).cards(trick)).word()
  }

  /** Return the index in the trick, in order of play, of the card that wins it. */
  winner(trick: readonly Card[]): number {
    return this.#put(QUESTION.winner, (asked) => asked.cards(trick)).word()
  }

  /** Return the cards that nobody can have held who played this card to this trick by the law. */
  excluded(card: Card, trick: readonly Card[]): CardSet {
    return this.#put(QUESTION.excluded, (asked) => asked.card(card).cards(trick)).word()
  }

  /** Count the legal sequences of so many cards from a position. */
  perft(position: Position, depth: Whole): bigint {
    return this.#put(QUESTION.perft, (asked) => asked.position(position).wide(depth)).wide()
  }

  /** Solve a position exactly, double dummy. */
  solve(position: Position, aim: Aim = {}): Solution {
    const { sweep = 0, taken = [0, 0], values = false, line = false } = aim
    const { maximisers = 0b0101 & ((1 << position.hands.length) - 1) } = aim
    const response = this.#put(QUESTION.solve, (asked) =>
      asked
        .position(position)
        .wide(maximisers)
        .wide(sweep)
        .wide(taken[0])
        .wide(taken[1])
        .flag(values)
        .flag(line),
    )
    const value = response.signed()
    const points = [value, response.signed() - value] as const
    const byCard = new Map(response.list(() => [response.octet(), response.signed()]))
    return { points, values: byCard, line: response.list(() => response.octet()) }
  }

  #put(question: number, add: (asked: Question) => Question): Answer {
    return put(this.#ask, question, add(new Question().word(this.#handle)))
  }
}

function put(ask: Ask, question: number, asked: Question): Answer {
  const bytes = ask(question, asked.bytes())
  if (bytes[0]) throw new KernelError(new TextDecoder().decode(bytes.subarray(1)))
  return new Answer(new DataView(bytes.buffer, bytes.byteOffset + 1))
}

/** The arguments of a question. Numbers that do not fit are refused here, in the kernel's words. */
class Question {
  readonly #bytes: number[] = []

  bytes(): Uint8Array {
    return Uint8Array.from(this.#bytes)
  }

  word(value: number): this {
    return this.#little(BigInt(value), 4)
  }

  wide(value: Whole): this {
    return this.#little(within(value, 0n, 1n << 64n, 'a number from 0 to 2**64 - 1'), 8)
  }

  mask(value: CardSet): this {
    const name = 'a set of cards, which is a mask of 32 bits'
    return this.#little(within(value, -1n << 31n, 1n << 32n, name), 4)
  }

  card(value: Card): this {
    return this.#little(within(value, 0n, 32n, 'a card, which go from 0 to 31'), 1)
  }

  flag(value: boolean): this {
    return this.#little(value ? 1n : 0n, 1)
  }

  octets(values: readonly number[]): this {
    return this.list(values, (_, value) => this.#little(within(value, 0n, 256n, 'a byte'), 1))
  }

  cards(values: readonly Card[]): this {
    return this.list(values, (_, value) => this.card(value))
  }

  masks(values: readonly CardSet[]): this {
    return this.list(values, (_, value) => this.mask(value))
  }

  position({ hands, leader, trick = [] }: Position): this {
    return this.masks(hands).wide(leader).cards(trick)
  }

  list<T>(values: readonly T[], add: (to: this, value: T) => unknown): this {
    this.word(values.length)
    values.forEach((value) => add(this, value))
    return this
  }

  #little(value: bigint, length: number): this {
    for (let byte = 0; byte < length; byte++)
      this.#bytes.push(Number((value >> BigInt(8 * byte)) & 255n))
    return this
  }
}

function within(value: Whole, least: bigint, limit: bigint, name: string): bigint {
  const whole = typeof value === 'bigint' || Number.isInteger(value) ? BigInt(value) : limit
  if (whole < least || whole >= limit) throw new KernelError(`${value} is not ${name}`)
  return whole
}

/** The rest of a result. */
class Answer {
  readonly #view: DataView
  #at = 0

  constructor(view: DataView) {
    this.#view = view
  }

  octet(): number {
    return this.#view.getUint8(this.#next(1))
  }

  word(): number {
    return this.#view.getUint32(this.#next(4), true)
  }

  signed(): number {
    return this.#view.getInt32(this.#next(4), true)
  }

  wide(): bigint {
    return this.#view.getBigUint64(this.#next(8), true)
  }

  list<T>(one: () => T): T[] {
    return Array.from({ length: this.word() }, one)
  }

  #next(length: number): number {
    this.#at += length
    return this.#at - length
  }
}
