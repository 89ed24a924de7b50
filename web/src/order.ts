// How is it said what was done to keep order? Who, for how long, and what the audit has of it.

import type { Deed } from './messages'
import { isolated, type Key, type Words } from './words'

/** Hours that a measure may last; null: until it is lifted. */
export const LENGTHS = [1, 24, 168, 720, null] as const

const ACTS: Record<string, Key> = {
  mute: 'ui.order.act.mute',
  ban: 'ui.order.act.ban',
  'lift mute': 'ui.order.act.lift_mute',
  'lift ban': 'ui.order.act.lift_ban',
  'role admin': 'ui.order.act.give',
  role: 'ui.order.act.take',
  settle: 'ui.order.act.settle',
  reopen: 'ui.order.act.reopen',
  password: 'ui.order.act.password',
}

/** "a week", "3 hours" */
export const lengthOf = (words: Words, hours: number | null): string =>
  words.coded(`ui.order.length.${hours ?? 'none'}`, words('ui.order.length.hours', { count: hours ?? '' }))

/** Who it is: by name, or the keeper of the machine, or somebody who is not kept any more. */
export const whoIs = (words: Words, person: string | null, name: string): string => isolated(name) || words(person === 'keeper' ? 'ui.order.keeper' : 'ui.order.gone')

/** "Karin muted Anna" */
export function deed(words: Words, act: Deed): string {
  const by = whoIs(words, act.by, act.by_name)
  const about = whoIs(words, act.about, act.about_name)
  const { kind, role } = act.facts
  const key = ACTS[[act.act, kind || role].filter(Boolean).join(' ')]
  return key ? words(key, { by, about }) : `${by}: ${act.act}, ${about}`
}

/** "a week: shouting": how long and why, or what came of it; nothing where the deed says all. */
export function particulars(words: Words, { facts }: Deed): string {
  return facts.reason ? `${lengthOf(words, facts.hours ?? null)}: ${facts.reason}` : (facts.outcome ?? '')
}
