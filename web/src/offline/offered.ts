// The levels and tools that this device offers without a network: more with the kernel.

import { LEVELS, OFFLINE_LEVELS } from '../net/constants'

declare const __OFFLINE_KERNEL__: boolean

/** Whether this client was built with the kernel of the page. */
export const searches = __OFFLINE_KERNEL__

/** The levels of bots without a network. */
export const levelsAlone: readonly string[] = searches ? LEVELS : OFFLINE_LEVELS
