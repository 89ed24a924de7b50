// The clock of a round: counts up from the draw, or down where the round has a length.

import type { TournamentState } from '../../net/messages'

/** Seconds before the end in which a notice is shown. */
const SOON = 300

export interface Clock {
  /** Minutes and seconds. */
  text: string
  /** Seconds that are left; null where the round has no length. */
  left: number | null
  /** What the hall is told. */
  notice: '' | 'five' | 'time_up'
}

/** Return the clock of the last round at a moment of the server's time. */
export function clockOf({ rounds, format }: TournamentState, now: number): Clock {
  const played = Math.max(0, now - (rounds.at(-1)?.drawn ?? 0))
  const minutes = format.minutes ?? 0
  if (!minutes) return { text: inMinutes(played), left: null, notice: '' }
  const left = Math.ceil(60 * minutes - played)
  const soon = left <= SOON && minutes * 60 > SOON ? 'five' : ''
  return { text: inMinutes(Math.max(0, left)), left, notice: left <= 0 ? 'time_up' : soon }
}

/** Whether the time has run out between two looks at the clock: the bell rings once. */
export const rings = (before: number | null, after: number | null): boolean =>
  before !== null && after !== null && before > 0 && after <= 0

const inMinutes = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`
