// Wording of moderation: persons, durations and entries of the audit log.

import type { AuditEntry, FairPlayCase, Reported, ReportGroup, SettledAll } from '../net/messages'
import { dateText } from '../i18n/times'
import { isolated, type Key, type Words } from '../i18n/words'

/** Durations of a sanction in hours; null: until it is lifted. */
export const DURATIONS = [1, 24, 168, 720, null] as const

const ACTS: Record<string, Key> = {
  mute: 'ui.moderation.act.mute',
  ban: 'ui.moderation.act.ban',
  'lift mute': 'ui.moderation.act.lift_mute',
  'lift ban': 'ui.moderation.act.lift_ban',
  'role admin': 'ui.moderation.act.give',
  role: 'ui.moderation.act.take',
  settle: 'ui.moderation.act.settle',
  'settle-about': 'ui.moderation.act.settle_about',
  'settle-by': 'ui.moderation.act.settle_by',
  reopen: 'ui.moderation.act.reopen',
  password: 'ui.moderation.act.password',
  'fair-play-ask': 'ui.moderation.act.fair_play_ask',
  'fair-play-points': 'ui.moderation.act.fair_play_points',
  'fair-play-nothing': 'ui.moderation.act.fair_play_nothing',
}

/** Write a duration: "a week", "3 hours". */
export const durationText = (words: Words, hours: number | null): string =>
  words.coded(
    `ui.moderation.length.${hours ?? 'none'}`,
    words('ui.moderation.length.hours', { count: hours ?? 0 }),
  )

/** Name a person, the operator of the server, or an erased account. */
export const personText = (words: Words, person: string | null, name: string): string =>
  isolated(name) || words(person === 'keeper' ? 'ui.moderation.keeper' : 'ui.moderation.gone')

/** Reports that are to be settled: one, all about somebody, or all that somebody made. */
export interface ToSettle {
  title: string
  path: string
  whose: Partial<SettledAll>
}

const ALL = '/api/admin/reports/settle'

export const settlingOf = (words: Words, report: Reported): ToSettle => ({
  title: words('ui.moderation.settle'),
  path: `/api/admin/reports/${report.id}/settle`,
  whose: {},
})
export const settlingAbout = (words: Words, group: ReportGroup): ToSettle => ({
  title: words('ui.moderation.settle.all'),
  path: ALL,
  whose: { about: group.against },
})
export const settlingBy = (words: Words, report: Reported): ToSettle => ({
  title: words('ui.moderation.settle.by', { name: personText(words, report.by, report.by_name) }),
  path: ALL,
  whose: { told_by: report.by },
})

/** Describe an entry: "Karin muted Anna". */
export function auditText(words: Words, act: AuditEntry): string {
  const by = personText(words, act.by, act.by_name)
  const about = personText(words, act.about, act.about_name)
  const { kind, role } = act.facts
  const key = ACTS[[act.act, kind || role].filter(Boolean).join(' ')]
  return key
    ? words(key, { by, about })
    : `${by}${words('ui.colon')}${act.act}${words('ui.comma')}${about}`
}

/** Describe the details of an entry, how long and why, or the outcome: "a week: shouting"; empty
 * where the entry says it all. */
export function auditDetails(words: Words, { facts: details }: AuditEntry): string {
  return details.reason
    ? `${durationText(words, details.hours ?? null)}${words('ui.colon')}${details.reason}`
    : (details.outcome ?? '')
}

/** Round a figure to two decimals. */
export const tidy = (figure: number): number => Math.round(figure * 100) / 100

/** Describe the comparison that a test of fair play makes. */
export const testText = (words: Words, test: string): string =>
  words.coded(`ui.moderation.fairplay.test.${test}`, test)

/** Describe a case: "Nothing found, at 120 deals, by Karin", or that both were asked. */
export function caseText(words: Words, one: FairPlayCase, language: string): string {
  const by = words('ui.moderation.by', { name: personText(words, one.by, one.by_name) })
  const decision = words.coded(`ui.moderation.fairplay.decision.${one.decision}`, one.decision)
  return one.decision
    ? `${words('ui.moderation.fairplay.decided', { decision, count: one.deals })}${words('ui.comma')}${by}`
    : words('ui.moderation.fairplay.asked', { date: dateText(one.until ?? 0, language) })
}
