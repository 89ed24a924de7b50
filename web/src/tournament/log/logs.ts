// The log of a tournament or of a club in plain sentences.

import { personName } from '../../i18n/names'
import type { Words } from '../../i18n/words'
import type { LogLine } from '../../net/messages'
import { marksText, typedAmount } from '../money/money'

/** The kinds by which a log is filtered, with their words. */
const KINDS = {
  scores: 'ui.club.log.scores',
  draws: 'ui.club.log.draws',
  teams: 'ui.club.log.teams',
  format: 'ui.club.format',
  members: 'ui.club.log.members',
  seasons: 'ui.clubs.seasons',
  name: 'ui.clubs.name',
  roles: 'ui.club.log.roles',
} as const
export type Kind = keyof typeof KINDS

/** The kinds of lines in the log of a tournament, and in that of a club. */
export const KINDS_OF = {
  tournament: ['scores', 'draws', 'teams', 'format', 'roles'],
  clubs: ['members', 'seasons', 'name', 'roles'],
} as const satisfies Record<string, readonly Kind[]>

export const kindsOf = (t: Words, of: keyof typeof KINDS_OF): [Kind | '', string][] => [
  ['', t('ui.club.log.all')],
  ...KINDS_OF[of].map((kind): [Kind, string] => [kind, t(KINDS[kind])]),
]

/** Write both totals in one line. */
const scoreText = (points: readonly number[]) => points.join('\u00a0–\u00a0')

/** Name the author of a change; a table enters its own results. */
export const whoOf = (t: Words, { name, entry }: LogLine): string =>
  name || (entry.entry !== 'reported' && entry.entry !== 'played')
    ? personName(t, name)
    : t('ui.club.log.table')

/** Name the round, table and deal of a line; empty for a line that has none. */
export const placeOf = (t: Words, { about: { round, table, deal } }: LogLine): string =>
  table
    ? [
        t('ui.club.round', { number: round }),
        t('ui.club.table', { number: table }),
        ...(deal ? [t('ui.club.deal', { number: deal })] : []),
      ].join(' · ')
    : ''

/** Describe the change. */
export function sentenceOf(t: Words, { entry, about }: LogLine): string {
  const name = about.names[0] ?? ''
  const before = about.before ? scoreText(about.before) : ''
  switch (entry.entry) {
    case 'entered':
      return entry.number
        ? t('ui.club.log.entered.again', { name: entry.name, number: entry.number })
        : t('ui.club.log.entered', { name: entry.name })
    case 'created':
    case 'founded':
    case 'club-renamed':
    case 'member-added':
    case 'season-opened':
      return t(`ui.club.log.${entry.entry}`, { name: entry.name })
    case 'format-changed':
      return t('ui.club.log.format-changed')
    case 'left':
    case 'removed':
    case 'returned':
      return t(`ui.club.log.${entry.entry}`, { name })
    case 'sent-out':
      return t('ui.club.log.sent-out', { name: about.names.join(t('ui.comma')) })
    case 'renamed':
      return entry.name === name
        ? t('ui.club.log.players', { name, players: (entry.players ?? []).join(t('ui.comma')) })
        : t('ui.club.log.renamed', { before: name, name: entry.name })
    case 'drawn':
      return entry.phrase
        ? t('ui.club.log.drawn', { round: about.round, phrase: entry.phrase })
        : t('ui.club.log.drawn.plain', { round: about.round })
    case 'draw-undone':
      return t('ui.club.log.draw-undone', { round: about.round })
    case 'shown':
      return t('ui.club.log.shown', { round: about.round })
    case 'reseated':
      return t('ui.club.log.reseated', {
        round: about.round,
        seats: about.seats.map((seat) => seatText(t, seat)).join(' · '),
        reason: entry.reason,
      })
    case 'table-fixed':
      return entry.table
        ? t('ui.club.log.table-fixed', { name, table: entry.table })
        : t('ui.club.log.table-free', { name })
    case 'paid':
      return entry.cents
        ? t('ui.club.log.paid', { name, amount: typedAmount(entry.cents) })
        : t('ui.club.log.unpaid', { name })
    case 'marked': {
      const marks = marksText(t, entry.marks ?? [])
      return marks ? t('ui.club.log.marked', { name, marks }) : t('ui.club.log.unmarked', { name })
    }
    case 'kept-apart':
      return apartText(t, about.names, entry.round ?? 0, entry.apart ?? true)
    case 'scored':
      return before
        ? t('ui.club.log.corrected', { score: scoreText(entry.score.points), before })
        : t('ui.club.log.scored', { score: scoreText(entry.score.points) })
    case 'played':
      return t('ui.club.log.played', { score: scoreText(entry.score.points) })
    case 'reported':
      return t('ui.club.log.reported', {
        name: about.names[entry.side] ?? '',
        score: scoreText(entry.score.points),
      })
    case 'forfeited':
      return t('ui.club.absent', { name: about.names[entry.side] ?? '' })
    case 'cleared':
      return [t('ui.club.log.cleared'), ...(before ? [`(${before})`] : [])].join(' ')
    case 'penalised': {
      const points = Math.abs(entry.points)
      const key = entry.points < 0 ? 'ui.club.log.given-back' : 'ui.club.log.penalised'
      return [t(key, { name, points }), ...(entry.reason ? [`(${entry.reason})`] : [])].join(' ')
    }
    case 'member-changed':
      return memberText(t, entry, name)
    case 'season-changed': {
      const count = entry.events?.length ?? 0
      const renamed =
        entry.name === name ? [] : [t('ui.club.log.renamed', { before: name, name: entry.name })]
      return [...renamed, t('ui.club.log.season-changed', { name: entry.name, count })].join(' ')
    }
    case 'role-changed':
      return roleText(t, entry)
  }
}

/** Say who plays at a table after a change by hand. */
function seatText(t: Words, { table, names }: LogLine['about']['seats'][number]): string {
  const where = t('ui.club.table', { number: table })
  return names.length
    ? `${where}: ${names.join(' – ')}`
    : t('ui.club.log.table.away', { table: where })
}

/** Say that two are not drawn against each other, or may be again. */
export function apartText(t: Words, both: readonly string[], round: number, apart = true): string {
  const names = both.join(' – ')
  if (!apart) return t('ui.club.log.together', { names })
  return round
    ? t('ui.club.log.kept-apart.round', { round, names })
    : t('ui.club.log.kept-apart', { names })
}

type Entry<Of extends string> = Extract<LogLine['entry'], { entry: Of }>

function memberText(t: Words, entry: Entry<'member-changed'>, before: string): string {
  const { name, also = [], here = true } = entry
  if (name !== before) return t('ui.club.log.renamed', { before, name })
  if (!here) return t('ui.club.log.member-gone', { name })
  if (also.length) return t('ui.club.log.member-also', { name, names: also.join(t('ui.comma')) })
  return t('ui.club.log.member-changed', { name })
}

function roleText(t: Words, { name, role, linked }: Entry<'role-changed'>): string {
  const who = personName(t, name)
  if (!role) return t('ui.club.log.role.none', { name: who })
  const key = linked ? 'ui.club.log.role.linked' : 'ui.club.log.role'
  return t(key, { name: who, role: t(`ui.clubs.role.${role}`) })
}
