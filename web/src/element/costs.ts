// The cost of each card at a step, all cards seen: by the kernel of `@rebelote/kernel`, whose file the
// page names, and by the law of play that comes with the steps.

import { Kernel, KernelError, startKernel, type Law } from '../../packages/kernel/kernel'
import type { ReplayDeal } from '../net/messages'
import type { Frame } from '../replay/viewer/replay'

/** Return what each card costs that may be played at a step; empty where it cannot be solved. */
export type Costs = (deal: ReplayDeal, frame: Frame) => ReadonlyMap<string, number>

const NONE: ReadonlyMap<string, number> = new Map()
const SUITS = 'SHDC'
const RANKS = '789TJQKA'

/** Start the solver from the bytes of the kernel. */
export async function solverOf(file: BufferSource): Promise<Costs> {
  const kernel = new Kernel(await startKernel(file))
  const laws = new WeakMap<ReplayDeal, Law>()
  return (deal, frame) => {
    if (!deal.law || frame.view.phase !== 'play' || frame.hands.length === 3) return NONE
    const law = laws.get(deal) ?? kernel.law(deal.law)
    laws.set(deal, law)
    return costs(law, frame)
  }
}

function costs(law: Law, { view, hands, winner }: Frame): ReadonlyMap<string, number> {
  const trick = winner === null ? view.trick.cards.map(numberOf) : []
  const leader = trick.length ? view.trick.leader : view.to_act
  if (leader === null) return NONE
  try {
    const position = { hands: hands.map(setOf), leader, trick }
    const { values } = law.solve(position, { values: true })
    const best = Math.max(...values.values())
    return new Map([...values].map(([card, points]) => [textOf(card), best - points]))
  } catch (error) {
    if (error instanceof KernelError) return NONE // such as after false cards
    throw error
  }
}

const numberOf = (card: string): number =>
  SUITS.indexOf(card[1]!) * RANKS.length + RANKS.indexOf(card[0]!)
const textOf = (card: number): string =>
  RANKS[card % RANKS.length]! + SUITS[Math.floor(card / RANKS.length)]!
const setOf = (cards: readonly string[]): number =>
  cards.reduce((set, card) => set | (1 << numberOf(card)), 0)
