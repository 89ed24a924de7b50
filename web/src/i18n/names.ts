// The names of people and bots, in the reader's words.

import { GUEST_NAMES } from '../net/constants'
import { isolated, type Words } from './words'

const NAMELESS = Object.values(GUEST_NAMES).map(
  (name) => new RegExp(`^${name.replace('{number}', '(\\d+)')}$`, 'u'),
)

/** Whether a name only says that somebody is a guest, in whatever language. */
export const isNameless = (name: string): boolean => NAMELESS.some((guest) => guest.test(name))

/** Return a person's name, or in the reader's words that they are a guest. A bot, whose
 * name no one else may have, gets one of the reader's country. */
export function personName(words: Words, name: string): string {
  const number = NAMELESS.map((guest) => guest.exec(name)?.[1]).find(Boolean)
  return number ? words('seat.guest', { number }) : isolated(words.coded(`bot.name.${name}`, name))
}
