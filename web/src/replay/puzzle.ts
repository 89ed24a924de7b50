// The address of a puzzle of the day: its game and its day, each of which may be left out.

/** A day as it stands in an address. */
const DAY = /^\d{4}-\d{2}-\d{2}$/

/** The game and the day that an address is about; empty: one's own, and today. */
export function askedIn(about: string): { game: string; day: string } {
  const parts = about.split('/')
  return {
    game: parts.find((part) => !DAY.test(part)) ?? '',
    day: parts.find((part) => DAY.test(part)) ?? '',
  }
}

export const addressOf = (game: string, day: string): string =>
  `#/puzzle/${game}${day && `/${day}`}`
