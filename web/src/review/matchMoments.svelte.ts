// The moments of a whole match that are worth a look: its deals are reviewed one after another while
// somebody wants them.

import { SvelteMap } from 'svelte/reactivity'
import { errorText } from '../net/api'
import { t } from '../i18n/language.svelte'
import type { Review, SheetRow } from '../net/messages'
import { costliest, fetchReview, forgetReview, keepReview, momentsOf, type Moment } from './review'

/** Deals of a match that are reviewed for it: those that brought most. */
const REVIEWED = 12
/** Moments that are shown. */
const SHOWN = 3

/** A moment, and the deal in which it fell. */
export interface MatchMoment extends Moment {
  deal: number
}

/** Return the numbers of the deals to review, the one that decided most first. */
export const tellingDeals = (sheet: readonly SheetRow[]): number[] =>
  sheet
    .filter(({ contract, outcome }) => contract !== null && outcome !== null)
    .sort((a, b) => spread(b) - spread(a))
    .slice(0, REVIEWED)
    .map(({ number }) => number)

const spread = ({ marks }: SheetRow): number => Math.max(...marks) - Math.min(...marks)

/** Return the costliest moments in the order of play: the errors of `seat` before those of others;
 * for a watcher (null) those of everybody. */
export function worthALook(
  reviews: ReadonlyMap<number, Review>,
  players: number,
  seat: number | null,
): MatchMoment[] {
  const all = [...reviews].flatMap(([deal, { reviewed }]) =>
    reviewed ? momentsOf(reviewed.report, players).map((moment) => ({ ...moment, deal })) : [],
  )
  const sorted = costliest(all)
  const mine = ({ decision }: Moment) => seat === null || decision.seat === seat
  return [...sorted.filter(mine), ...sorted.filter((one) => !mine(one))]
    .slice(0, SHOWN)
    .sort((a, b) => a.deal - b.deal || a.decision.number - b.decision.number)
}

/** The deals of a match that are asked about. */
export interface AskedMatch {
  /** The address of the match or table, to which a deal is added. */
  address: string
  deals: readonly number[]
}

export class MatchReviewing {
  /** The reviews so far, by deal. */
  readonly reviews = new SvelteMap<number, Review>()
  failure = $state('')
  over = $state(false)

  /** While a component is set up. `asked`: null while nobody wants them. */
  constructor(asked: () => AskedMatch | null) {
    $effect(() => {
      const match = asked()
      this.over = false
      this.failure = ''
      this.reviews.clear()
      if (!match) return
      const gone = new AbortController()
      void this.review(match, gone.signal)
      return () => {
        gone.abort()
        for (const deal of match.deals) forgetReview(`${match.address}/deals/${deal}`)
      }
    })
  }

  /** Review the deals one after another, so that no other wait becomes longer than by one. */
  private async review({ address, deals }: AskedMatch, signal: AbortSignal): Promise<void> {
    try {
      for (const deal of deals) {
        const review = await fetchReview(`${address}/deals/${deal}`, () => null, signal)
        if (signal.aborted) return
        if (!review) continue
        keepReview(`${address}/deals/${deal}`, review)
        this.reviews.set(deal, review)
      }
      this.over = true
    } catch (error) {
      if (!signal.aborted) this.failure = errorText(t, error)
    }
  }
}
