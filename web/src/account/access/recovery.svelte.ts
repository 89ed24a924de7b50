// Whether this server sends mail: nothing is asked or said of e-mail addresses where it does not.

import { get } from '../../net/api'
import type { RecoveryOptions } from '../../net/messages'

export const recovery = $state<RecoveryOptions>({ mail: false })

/** Ask the server, each time that the account page opens. */
export async function loadRecovery(): Promise<void> {
  recovery.mail = await get<RecoveryOptions>('/api/recovery').then(
    (result) => result.mail,
    () => false,
  )
}
