// Deltas: an update is sent as what differs from the one before on the same connection.

import type { Changed, Update } from './messages'

/** Versions of the protocol: the server speaks the newest, and the one before. */
export const PROTOCOL = 2

/** Return the update that a delta stands for; null where there is none to apply it to. */
export function applyDelta(
  before: Update | null,
  { since, version, events = [], fields = {}, view }: Changed,
): Update | null {
  if (!before) return null
  const seen = before.view && { ...before.view, ...view }
  return {
    ...before,
    view: seen,
    ...(fields as Partial<Update>),
    type: 'update',
    since,
    version,
    events,
  }
}
