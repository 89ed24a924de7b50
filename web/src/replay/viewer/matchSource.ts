// A match that has ended: of the server, or of this device, which keeps its own to itself.

import { get, post } from '../../net/api'
import type { NewVariation, Replay, Variation } from '../../net/messages'
import { askHere } from '../../offline/askAnywhere'
import { isLocal } from '../../offline/localIds'

export const fetchMatch = (match: string): Promise<Replay> =>
  isLocal(match) ? askHere({ of: 'played', match }) : get(`/api/matches/${match}`)

export const varyMatch = (match: string, varied: NewVariation): Promise<Variation> =>
  isLocal(match)
    ? askHere({ of: 'varied', match, varied })
    : post(`/api/matches/${match}/variation`, varied)
