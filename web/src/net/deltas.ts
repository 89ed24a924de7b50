// What does a change stand for? An update is told by what is different from the one before on the same line.

import type { Changed, Update } from './messages'

/** Versions of the protocol: the server speaks the newest, and the one before. */
export const PROTOCOL = 2

/** The update that a change stands for, after the one before; null where there is none before. */
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
