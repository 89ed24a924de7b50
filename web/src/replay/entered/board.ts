// Records and deals that are looked at and kept nowhere: by this device, or by the server.

import { t } from '../../i18n/language.svelte'
import { post } from '../../net/api'
import type { EnteredDeal, NewDeal, NewVariation, Replay, Variation } from '../../net/messages'
import { askAnywhere } from '../../offline/askAnywhere'
import { askNearest } from '../../offline/askNearest'
import type { BoardRequest } from '../../offline/protocol'

const ask = <T>(request: BoardRequest, path: string, body: object): Promise<T> =>
  askNearest(
    () => request,
    () => askAnywhere(() => post<T>(path, body), request, t('ui.offline.unkept')),
  )

export const lookAt = (record: string): Promise<Replay> =>
  ask({ of: 'replay', record }, '/api/replays', { record })

export const varyRecord = (record: string, varied: NewVariation): Promise<Variation> =>
  ask({ of: 'variation', record, varied }, '/api/replays/variation', { ...varied, record })

export const enterDeal = (deal: NewDeal): Promise<EnteredDeal> =>
  ask({ of: 'entered', deal }, '/api/deals', deal)
