// A match that has ended: of the server, or of this device, which keeps its own to itself.

import { get, post, requestText } from '../../net/api'
import type { NewVariation, Replay, Variation } from '../../net/messages'
import { askHere } from '../../offline/askAnywhere'
import { askNearest } from '../../offline/askNearest'
import { isLocal } from '../../offline/localIds'

export const fetchMatch = (match: string): Promise<Replay> =>
  isLocal(match) ? askHere({ of: 'played', match }) : get(`/api/matches/${match}`)

/** The record that was last played on in another way. */
let last: { path: string; record: Promise<string> } | undefined

export function varyMatch(match: string, varied: NewVariation): Promise<Variation> {
  if (isLocal(match)) return askHere({ of: 'varied', match, varied })
  const path = `/api/matches/${match}`
  const recordOf = () => {
    if (last?.path !== path) last = { path, record: requestText('GET', `${path}/record`) }
    last.record.catch(() => (last = undefined))
    return last.record
  }
  return askNearest(
    async () => ({ of: 'variation', record: await recordOf(), varied }),
    () => post(`${path}/variation`, varied),
  )
}
