// Records and deals that are looked at and kept nowhere: by the server, or by this device alone.

import { t } from '../../i18n/language.svelte'
import { post } from '../../net/api'
import type { EnteredDeal, NewDeal, NewVariation, Replay, Variation } from '../../net/messages'
import { askAnywhere } from '../../offline/askAnywhere'

export const lookAt = (record: string): Promise<Replay> =>
  askAnywhere(
    () => post<Replay>('/api/replays', { record }),
    { of: 'replay', record },
    t('ui.offline.unkept'),
  )

export const varyRecord = (record: string, varied: NewVariation): Promise<Variation> =>
  askAnywhere(
    () => post<Variation>('/api/replays/variation', { ...varied, record }),
    { of: 'variation', record, varied },
    t('ui.offline.unkept'),
  )

export const enterDeal = (deal: NewDeal): Promise<EnteredDeal> =>
  askAnywhere(
    () => post<EnteredDeal>('/api/deals', deal),
    { of: 'entered', deal },
    t('ui.offline.unkept'),
  )
