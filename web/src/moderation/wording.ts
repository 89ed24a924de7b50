// How is it said what was done to keep order? Who, for how long, and what the audit has of it.

import type { Deed, Reported, ReportGroup, SettledAll } from '../net/messages'
import { isolated, type Key, type Words } from '../i18n/words'

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
  'settle-about': 'ui.order.act.settle_about',
  'settle-by': 'ui.order.act.settle_by',
  reopen: 'ui.order.act.reopen',
  password: 'ui.order.act.password',
}

/** "a week", "3 hours" */
export const lengthOf = (words: Words, hours: number | null): string =>
  words.coded(`ui.order.length.${hours ?? 'none'}`, words('ui.order.length.hours', { count: hours ?? '' }))

/** Who it is: by name, or the keeper of the machine, or somebody who is not kept any more. */
export const whoIs = (words: Words, person: string | null, name: string): string => isolated(name) || words(person === 'keeper' ? 'ui.order.keeper' : 'ui.order.gone')

/** Reports that are to be settled: one, all about somebody, or all that somebody made. */
export interface ToSettle {
  title: string
  path: string
  whose: Partial<SettledAll>
}

const ALL = '/api/admin/reports/settle'

export const settlingOf = (words: Words, report: Reported): ToSettle => ({ title: words('ui.order.settle'), path: `/api/admin/reports/${report.id}/settle`, whose: {} })
export const settlingAbout = (words: Words, group: ReportGroup): ToSettle => ({ title: words('ui.order.settle.all'), path: ALL, whose: { about: group.against } })
export const settlingBy = (words: Words, report: Reported): ToSettle => ({ title: words('ui.order.settle.by', { name: whoIs(words, report.by, report.by_name) }), path: ALL, whose: { told_by: report.by } })

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
