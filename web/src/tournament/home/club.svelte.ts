// A club as the server keeps it, and what the rule of a season means.

import type { Words } from '../../i18n/words'
import { get, post, request } from '../../net/api'
import type {
  ClubTournament,
  ClubHome,
  ForgottenMember,
  NewClubEntries,
  SeasonRule,
  SeasonState,
} from '../../net/messages'
import { quoted } from '../desk/tournament.svelte'

export type WholeRule = Required<SeasonRule>
type Row = SeasonState['rows'][number]
type Season = ClubHome['seasons'][number]

export const SEASON_TIES = ['best', 'firsts', 'wins', 'evenings'] as const
export const COUNTS = ['points', 'wins', 'results', 'places'] as const

export class Club {
  home = $state.raw<ClubHome | null>(null)
  readonly here: string

  constructor(readonly id: string) {
    this.here = `/api/clubs/${id}`
  }

  read = async (): Promise<void> => {
    this.home = await get<ClubHome>(this.here)
  }

  enter = async (...entries: NewClubEntries['entries']): Promise<void> => {
    const version = this.home?.version ?? 0
    this.home = await post<ClubHome>(`${this.here}/entries`, { version, entries })
  }

  /** A season with a tournament more. */
  addTournament = async (
    { number, name, rule, events }: Season,
    tournament: string,
  ): Promise<void> => {
    await this.enter({
      entry: 'season-changed',
      season: number,
      name,
      rule,
      events: [...events, tournament],
    })
  }

  takeIn = async (tournament: string): Promise<void> => {
    this.home = await post<ClubHome>(`${this.here}/tournaments`, { tournament })
  }

  admit = (key: string): Promise<unknown> => post(`${this.here}/secretaries`, { key })

  /** A member is named by a number from now on: in how many places the name was. */
  forget = async (member: number): Promise<number> =>
    (await request<ForgottenMember>('DELETE', `${this.here}/members/${member}`)).places

  remove = (): Promise<unknown> => request('DELETE', this.here)

  /** Its evenings in the order in which they were prepared. */
  get inOrder(): ClubTournament[] {
    return [...(this.home?.evenings ?? [])].reverse()
  }
}

/** Add to a question before deleting that others have a role in it. */
export const withOthers = (t: Words, text: string, count: number): string =>
  count ? `${t('ui.clubs.others', { count })} ${text}` : text

export const newRule = (): WholeRule => ({
  who: 'players',
  counts: 'points',
  places: [],
  attendance: 0,
  total: 'sum',
  best: 0,
  ties: ['best', 'firsts'],
  promoted: 0,
  relegated: 0,
})

/** Parse points by place, as they are typed: whole numbers with anything between them. */
export const placesIn = (text: string): number[] => (text.match(/\d+/g) ?? []).map(Number)

/** Explain a rule in sentences. */
export function ruleMeaning(t: Words, rule: WholeRule): string[] {
  const part = (what: string, how: string) => t('ui.club.means.part', { what, how })
  const places = rule.counts === 'places' ? ` (${rule.places.join(' ')})` : ''
  return [
    t(`ui.clubs.who.${rule.who}`),
    part(t('ui.clubs.counts'), t(`ui.clubs.counts.${rule.counts}`) + places),
    ...(rule.attendance ? [part(t('ui.clubs.attendance'), String(rule.attendance))] : []),
    part(t('ui.clubs.total'), t(`ui.clubs.total.${rule.total}`)),
    ...(rule.best ? [t('ui.clubs.best.of', { count: rule.best })] : []),
  ]
}

/** Return the value by which a row is ranked; a mean with one decimal. */
export const valueOf = ({ total, divisor }: Row, rule: WholeRule, language: string): string => {
  const digits = rule.total === 'mean' ? 1 : 0
  return (total / divisor).toLocaleString(language, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: false,
  })
}

/** Write the table of a season as a file for a spreadsheet. */
export function seasonCsv(season: SeasonState, t: Words, language: string): string {
  const named = t(season.rule?.who === 'teams' ? 'ui.club.team' : 'ui.clubs.player')
  const evenings = season.evenings.map(({ name }) => name)
  const head = [t('ui.club.rank'), named, ...evenings, t('ui.club.points')].map(quoted)
  const rows = season.rows.map((row) => [
    row.rank,
    quoted(row.names.join(' & ')),
    ...row.evenings.map((cell) => cell?.value ?? ''),
    valueOf(row, season.rule as WholeRule, language),
  ])
  const title = [quoted(`${season.name} · ${season.season}`)]
  return [title, head, ...rows].map((cells) => cells.join(';')).join('\r\n')
}

/** Add a member to the names of a tournament: alone, or as the second of the last line's team. */
export function picked(names: string, name: string, teams: boolean): string {
  const text = names.trimEnd()
  const last = text.split('\n').at(-1) ?? ''
  if (teams && last && !last.includes('&')) return `${text} & ${name}`
  return text ? `${text}\n${name}` : name
}
