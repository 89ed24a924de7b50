// How a match that is over ended for a person. Pure.

interface Counted {
  won: boolean
  /** Those of one's own side, and of the best other. */
  marks: number
  others: number
  given_up?: boolean
}

/** A match with as many marks on both sides has no winner, unless one side gave it up. */
export function outcomeOf({ won, marks, others, given_up }: Counted): 'won' | 'draw' | 'lost' {
  if (won) return 'won'
  return marks === others && !given_up ? 'draw' : 'lost'
}

export const OUTCOMES = { won: 'ui.won', draw: 'ui.match.draw', lost: 'ui.lost' } as const
/** What an outcome adds to the matches won less those lost. */
export const BALANCE = { won: 1, draw: 0, lost: -1 } as const
