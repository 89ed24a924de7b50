// The points of announcements and roem by the rules of a table, in words. Pure.

import { capital, type Key, type Words } from '../i18n/words'
import { PLAIN_ORDER, ROEM, SQUARES } from '../net/constants'

type Worth = Readonly<Record<string, number>>
type Table = Readonly<Partial<Record<'suit' | 'none', Worth>>>

/** List ranks with as many points together, the highest first: `jacks 200, nines 150, aces, tens
 * 100`. */
function listed(words: Words, worth: Worth): string {
  const byPoints = new Map<number, string[]>()
  for (const rank of PLAIN_ORDER) {
    const points = worth[rank] ?? 0
    byPoints.set(points, [...(byPoints.get(points) ?? []), words(`rank.many.${rank}` as Key)])
  }
  return [...byPoints]
    .filter(([points]) => points > 0)
    .sort(([one], [other]) => other - one)
    .map(([points, ranks]) => `${ranks.join(words('ui.comma'))} ${points}`)
    .join(words('ui.semicolon'))
}

/** List the points for four of a kind: in a suit, and without trumps where they differ there. */
export function squareLines(
  words: Words,
  name: string,
  low: number,
  withoutTrumps: boolean,
): string[] {
  const table = (SQUARES as Readonly<Record<string, Table>>)[name]
  if (!table) return []
  const { suit = {}, none } = table
  const all = name === 'usual' ? { ...suit, '8': low, '7': low } : suit
  const lines = [words('ui.help.squares', { squares: listed(words, all) })]
  if (withoutTrumps && none)
    lines.push(`${capital(words('suit.none'))}${words('ui.colon')}${listed(words, none)}.`)
  return lines
}

/** Return the values for the sentence on roem, or null without roem or for a game from outside. */
export function roemOf(words: Words, kind: string): Record<string, string | number> | null {
  const roem = (ROEM as Readonly<Record<string, Worth>>)[kind]
  if (!roem) return null
  const { three = 0, four = 0, pair = 0, alike = 0, jacks = 0 } = roem
  const more = jacks === alike ? '' : ` (${words('rank.many.J')} ${jacks})`
  return { three, four, pair, alike: `${alike}${more}` }
}
