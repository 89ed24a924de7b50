// `@rebelote/rules`: rule sets as the tables that Rebelote's Python library computes. What is here
// looks them up; `@rebelote/kernel` says what may be played by them.

import type { Card, CardSet, LawTables } from '@rebelote/kernel'
import tables, { type Contract, type RuleSetTables } from './tables.js'

export type { Contract } from './tables.js'

/** The texts of the 32 cards, such as `JH`, by their numbers. */
export const CARDS = tables.cards

/** A game with a name: who plays, what can be bid, and the law of play of each contract. */
export class RuleSet {
  readonly #tables: RuleSetTables

  /** @internal */
  constructor(
    readonly id: string,
    its: RuleSetTables,
  ) {
    this.#tables = its
  }

  /** Its name by language. */
  get names(): Readonly<Record<string, string>> {
    return this.#tables.names
  }

  get players(): number {
    return this.#tables.players
  }

  /** Whether turns go clockwise or counter-clockwise; seats are numbered in that order. */
  get direction(): 'ccw' | 'cw' {
    return this.#tables.direction
  }

  /** The side of each seat. */
  get sides(): readonly number[] {
    return this.#tables.sides
  }

  /** The cards of the pack. */
  get pack(): CardSet {
    return cardSet(this.#tables.pack)
  }

  /** How many cards each hand has once the contract is settled. */
  get hand(): number {
    return this.#tables.hand
  }

  /** The trumps that its auction can settle on. */
  get contracts(): readonly Contract[] {
    return this.#tables.contracts
  }

  /** Every option of the rules by its name; the documentation of Rebelote describes them. */
  get options(): Readonly<Record<string, unknown>> {
    return this.#tables.options
  }

  /** Return the law of play of a contract; `closed`: baloot in which trumps may not be led. */
  law(contract: Contract, closed = false): LawTables {
    const law = (closed ? this.#tables.closed : this.#tables.laws)[contract]
    if (law === undefined)
      throw new RangeError(`${closed ? 'closed ' : ''}${contract} is no contract of ${this.id}`)
    return tables.laws[law]!
  }
}

/** The rule sets by their ids. */
export const RULE_SETS: ReadonlyMap<string, RuleSet> = new Map(
  Object.entries(tables.rule_sets).map(([id, its]) => [id, new RuleSet(id, its)]),
)

/** Return the rule set of this id; throws a RangeError with all of them where there is none. */
export function ruleSet(id: string): RuleSet {
  const found = RULE_SETS.get(id)
  if (!found)
    throw new RangeError(`${id} is not a rule set; there are: ${[...RULE_SETS.keys()].join(', ')}`)
  return found
}

/** Return the numbers of cards, in the order written: `JH 9H`. */
export function cards(texts: string | readonly string[]): Card[] {
  const words = typeof texts === 'string' ? texts.split(/\s+/).filter(Boolean) : texts
  return words.map((text) => {
    const card = CARDS.indexOf(text)
    if (card < 0) throw new RangeError(`${text} is not a card: rank 789TJQKA, then suit SHDC`)
    return card
  })
}

/** Return the set of these cards. */
export function cardSet(texts: string | readonly string[]): CardSet {
  return cards(texts).reduce((set, card) => set | (1 << card), 0) >>> 0
}

/** Return the texts of a set, or of cards in their order. */
export function texts(of: CardSet | readonly Card[]): string[] {
  if (typeof of !== 'number') return of.map((card) => CARDS[card]!)
  return CARDS.filter((_, card) => (of >>> card) & 1)
}
