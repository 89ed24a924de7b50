// What is tapped twice by whoever wants to be sure: cards, bids and doubles.

import { tapsTwice } from '../settings/settings.svelte'

export class Twice {
  /** What was tapped once, by its name, and waits for the second tap. */
  armed = $state('')

  /** Do it: at once, or at the second tap in a row. */
  tap(name: string, act: () => void): void {
    const sure = !tapsTwice() || this.armed === name
    this.armed = sure ? '' : name
    if (sure) act()
  }
}
