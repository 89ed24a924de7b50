// The reviews of the deals that are looked at: asked for one after another while somebody wants them,
// so that no other wait becomes longer than by one.

import { SvelteMap } from 'svelte/reactivity'
import { errorText } from '../net/api'
import { t } from '../i18n/language.svelte'
import type { Review } from '../net/messages'
import { fetchReview, forgetReview, keepReview } from './review'

/** Deals, and the address of their match or table. */
interface AskedDeals {
  address: string
  deals: readonly number[]
}

export class Reviewing {
  /** How far each review is, by the number of its deal. */
  readonly reviews = new SvelteMap<number, Review>()
  failure = $state('')
  over = $state(false)
  /** The review of one deal. */
  readonly status = $derived.by((): Review | null => [...this.reviews.values()][0] ?? null)
  readonly result = $derived.by(() => this.status?.reviewed ?? null)

  /** While a component is set up. `asked`: null while nobody wants them. `keeps`: a board that opens
   * meanwhile has those that are made. `made`: called once there are all. */
  constructor(
    asked: () => AskedDeals | null,
    private readonly keeps: boolean,
    made: () => void = () => undefined,
  ) {
    $effect(() => {
      const match = asked()
      this.over = false
      this.failure = ''
      this.reviews.clear()
      if (!match) return
      const gone = new AbortController()
      this.review(match, gone.signal).then(
        () => gone.signal.aborted || ((this.over = true), made()),
        (error) => gone.signal.aborted || (this.failure = errorText(t, error)),
      )
      return () => {
        gone.abort()
        if (keeps) for (const deal of match.deals) forgetReview(`${match.address}/deals/${deal}`)
      }
    })
  }

  private async review({ address, deals }: AskedDeals, signal: AbortSignal): Promise<void> {
    for (const deal of deals) {
      const at = `${address}/deals/${deal}`
      const reported = (how: Review) => signal.aborted || this.reviews.set(deal, how)
      const review = await fetchReview(at, reported, signal)
      if (signal.aborted) return
      if (review && this.keeps) keepReview(at, review)
    }
  }
}
