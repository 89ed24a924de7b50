// The outcome of a finished match for a person. Pure.

interface Counted {
  won: boolean
  /** The points of the person's own side, and of the best other. */
  marks: number
  others: number
  given_up?: boolean
  /** The person was not there at its end. */
  left?: boolean
}

/** Return the outcome; a match with equal marks has no winner, unless one side gave it up. */
export function outcomeOf({
  won,
  marks,
  others,
  given_up,
  left,
}: Counted): 'won' | 'draw' | 'lost' | 'left' {
  if (left) return 'left'
  if (won) return 'won'
  return marks === others && !given_up ? 'draw' : 'lost'
}

export const OUTCOMES = {
  won: 'ui.won',
  draw: 'ui.match.draw',
  lost: 'ui.lost',
  left: 'ui.match.left',
} as const
/** The contribution of each outcome to the matches won less those lost. */
export const BALANCE = { won: 1, draw: 0, lost: -1, left: 0 } as const
