// Whether this browser has ever played without a network: only then its database is looked at.

import { load } from '../lib/storage'

export const PLAYED = 'rebelote.offline'

export const hasPlayed = (): boolean => load(PLAYED) === true
