// The match of an account that is under way on whichever device, as the start page shows it.

import { personName } from '../../i18n/names'
import type { Words } from '../../i18n/words'
import { get } from '../../net/api'
import type { OwnTable } from '../../net/messages'
import type { tableToContinue } from './recentTables'

type Continued = NonNullable<ReturnType<typeof tableToContinue>>

/** Return the match to go on with, one that waits for me first; null where there is none. */
export async function matchUnderWay(words: Words): Promise<Continued | null> {
  const tables = await get<OwnTable[]>('/api/me/tables')
  const own = tables.find((table) => table.to_act) ?? tables[0]
  if (!own) return null
  const people = own.players
    .filter((one) => one.person && one.seat !== own.seat)
    .map((one) => personName(words, one.name) || words('seat.guest', { number: one.seat + 1 }))
  const rules = { preset: own.rules.preset, house: own.rules.differs }
  const standing = {
    state: 'playing' as const,
    rules,
    scores: own.scores,
    people,
    seen: Date.now(),
  }
  return { table: own.table, fresh: true, standing }
}
