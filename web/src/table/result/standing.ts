// The score of a match, as the start page states it for the table to go on at.

import { sideOf } from '../../cards/cards'
import { personName } from '../../i18n/names'
import type { Words } from '../../i18n/words'
import type { Standing } from '../../lobby/start/recentTables'
import type { State } from '../state'

/** Null until the server has said, and for who watches. */
export function standingOf(
  words: Words,
  { players, newest, tableInfo }: State,
): Omit<Standing, 'seen'> | null {
  const you = tableInfo?.you
  const card = newest?.rules ?? tableInfo?.rules
  if (you === null || you === undefined || !card) return null
  const own = sideOf(you, card.players)
  const scores = newest?.scores ?? []
  return {
    state: newest ? (newest.phase === 'match_over' ? 'over' : 'playing') : 'waiting',
    rules: { preset: card.preset, house: card.differs },
    scores: [...scores.slice(own), ...scores.slice(0, own)],
    people: players
      .filter((one) => one.person && one.seat !== you)
      .map((one) => personName(words, one.name) || words('seat.guest', { number: one.seat + 1 })),
  }
}
