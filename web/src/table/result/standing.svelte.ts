// The spoken state of the deal, for players who cannot see the table: on arrival, and on request.

import { tick, untrack } from 'svelte'
import { question, standing, type Listening } from '../../i18n/speech'
import { afterMount } from '../../lib/afterMount.svelte'
import type { View } from '../../net/messages'

interface Source {
  log: () => readonly { number: number }[]
  view: () => View | undefined
  at: () => Listening
  /** A deal is in play on the page: neither is it over, nor is the waiting room shown. */
  inPlay: () => boolean
}

export const isBeforeDeal = (view: View | undefined): boolean =>
  view?.phase === 'cut' || view?.phase === 'packets'

/** Make it while a component is made. */
export class Standing {
  text = $state('')
  /** The number of the last event before it was said first; Infinity until it has been. */
  from = $state(Infinity)
  #greeted = false

  constructor(private readonly source: Source) {
    const arrived = afterMount()
    const last = () => source.log().at(-1)?.number
    // Clear it once something has happened: no reader may find it later.
    $effect(() => {
      void last()
      untrack(() => (this.text = ''))
    })
    // On arrival it is said once, and from then on what happens.
    $effect(() => {
      const view = source.view()
      if (!arrived.now || !view || isBeforeDeal(view)) return
      untrack(() => {
        if (source.inPlay() && !this.#greeted) {
          this.#greeted = true
          this.text = standing(view, source.at())
        }
        const before = last() ?? 0
        void tick().then(() => {
          if (this.from === Infinity) this.from = before
        })
      })
    })
  }

  /** Say the standing again, even if nothing has changed. */
  async repeat(): Promise<void> {
    this.text = ''
    await tick()
    const view = this.source.view()
    const at = this.source.at()
    if (view) this.text = `${standing(view, at)} ${question(view, at)}`
  }
}
