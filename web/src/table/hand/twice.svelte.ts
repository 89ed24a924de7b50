// Confirmation by a second tap: of doubles, and of bids for players who want to be sure.

import { settings, tapsTwice } from '../../settings/settings.svelte'
import { tapName } from '../auction/bidding'
import type { Call } from '../auction/calls'

export class Twice {
  /** The name of the call that was tapped once, and waits for the second tap. */
  armed = $state('')

  /** Do it: at once, or at the second tap in a row. */
  tap(call: Call, act: () => void): void {
    const name = tapName(call)
    const sure = !takesTwo(call) || this.armed === name
    this.armed = sure ? '' : name
    if (sure) act()
  }
}

/** Whether a call waits for a second tap: a double may cost the deal, a pass binds to nothing. */
const takesTwo = (call: Call): boolean =>
  call.do !== 'pass' && (tapsTwice() || (settings.doubleTwice && raises(call)))

/** Steps of baloot above a double, and closed ones: a coffee costs the match. */
const RAISES = /^(three|four|gahwa|closed-.*|superkraken)$/
const raises = (call: Call): boolean =>
  call.do === 'double' || call.do === 'redouble' || (call.do === 'say' && RAISES.test(call.name))
