// The review of the deal that is looked at: asked for while somebody wants it, and how far it is.

import { errorText } from '../net/api'
import { t } from '../i18n/language.svelte'
import type { Review } from '../net/messages'
import { fetchReview } from './review'

export class Reviewing {
  status = $state.raw<Review | null>(null)
  failure = $state('')
  readonly result = $derived.by(() => this.status?.reviewed ?? null)

  /** While a component is set up. `deal`: the deal as it is asked for; empty for none. `made`: called
   * once there is a review. */
  constructor(deal: () => string, made: () => void) {
    $effect(() => {
      const asked = deal()
      this.status = null
      this.failure = ''
      if (!asked) return
      const gone = new AbortController()
      const reported = (how: Review) => gone.signal.aborted || (this.status = how)
      fetchReview(asked, reported, gone.signal).then(
        () => gone.signal.aborted || made(),
        (error) => gone.signal.aborted || (this.failure = errorText(t, error)),
      )
      return () => gone.abort()
    })
  }
}
