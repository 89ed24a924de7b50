// Files of a tournament for a spreadsheet: its name, a heading, and a line for each row.

import type { Words } from '../../i18n/words'
import type { Counts } from '../../net/messages'
import { saveCsv } from '../../lib/saveFile'
import { columnsOf, comparedDeals, isDuplicate } from '../duplicate/duplicate'
import { decimal, quoted, type Tournament } from '../desk/tournament.svelte'

type Cell = string | number

const csv = (name: string, head: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  [[quoted(name)], head.map(quoted), ...rows].map((cells) => cells.join(';')).join('\r\n')

/** Write the standing; of a mitchell with the line of each pair. */
export function standingsCsv(tournament: Tournament, t: Words): string {
  const { state: current } = tournament
  if (!current) return ''
  const columns = columnsOf(current, t)
  const named = t(current.format.entrants === 'melee' ? 'ui.clubs.player' : 'ui.club.team')
  const lined = current.standings.some(({ line }) => line)
  const head = [t('ui.club.rank'), t('ui.club.number'), named, ...columns.map(({ head }) => head)]
  const rows = current.standings.map((row) => {
    const group = row.group ? [quoted(t('ui.club.group', { number: row.group })), row.place] : []
    const line = row.line ? [quoted(t(`ui.club.${row.line}`))] : group
    const figures = columns.map(({ cell }) => cell(row))
    return [row.rank || '', row.team, quoted(tournament.nameOf([row.team])), ...figures, ...line]
  })
  const grouped = current.standings.some(({ group }) => group)
  const more = grouped ? [t('ui.club.groups'), t('ui.club.rank')] : lined ? [''] : []
  return csv(current.name, [...head, ...more], rows)
}

/** Write the games of all rounds, with who sits out. */
export function roundsCsv(tournament: Tournament, t: Words): string {
  const { state: current } = tournament
  if (!current) return ''
  const side = [t('ui.club.number'), t('ui.club.team')]
  const points = t('ui.club.points')
  const method = isDuplicate(current.format) ? (current.format.comparison ?? 'matchpoints') : ''
  const value = method ? [t(`ui.club.value.${method}`)] : []
  const kinds = current.format.counts ?? []
  const countsOf = (counts?: Counts | null) =>
    kinds.flatMap((kind): readonly Cell[] => counts?.[kind] ?? ['', ''])
  const counted = kinds.map((kind) => t(`ui.club.count.${kind}`)).flatMap((one) => [one, one])
  const valuesOf = (values?: readonly number[] | null) =>
    method ? (values?.map(decimal) ?? ['', '']) : []
  const head = [t('ui.club.head.round'), t('ui.club.head.table'), t('ui.club.head.deal')]
  const of = (numbers: readonly number[]) => [
    quoted(numbers.join(' + ')),
    quoted(tournament.nameOf(numbers)),
  ]
  const rows = current.rounds.flatMap((round, at) => [
    ...round.games.map(({ table, deal, sides, points, forfeit, values, counts }) => [
      ...[at + 1, table, deal || '', ...of(sides[0]), ...of(sides[1])],
      ...(points ??
        (forfeit === null ? ['', ''] : [0, 1].map((one) => (one === forfeit ? 0 : '')))),
      ...valuesOf(values),
      ...countsOf(counts),
    ]),
    ...round.byes.map((one) => [
      at + 1,
      '',
      '',
      ...of([one]),
      '',
      '',
      '',
      '',
      ...valuesOf(),
      ...countsOf(),
    ]),
  ])
  const totals = [points, points, ...value, ...value, ...counted]
  return csv(current.name, [...head, ...side, ...side, ...totals], rows)
}

/** Write the matches of all rounds. */
export function matchesCsv(tournament: Tournament, t: Words): string {
  const { state: current } = tournament
  const table = t('ui.club.head.table')
  const team = t('ui.club.team')
  const gains = t(`ui.club.value.${current?.format.comparison === 'mean' ? 'mean' : 'butler'}`)
  const counts = current?.format.comparison === 'mean' ? gains : t('ui.club.value.victory')
  const head = [t('ui.club.head.round'), table, table, team, team, t('ui.club.played')]
  const rows = (current?.rounds ?? []).flatMap(({ matches }, at) =>
    matches.map(({ tables, teams, deals, gains, counts }) => {
      const names = teams.map((one) => quoted(tournament.nameOf([one])))
      return [at + 1, ...tables, ...names, deals, ...gains, ...(counts ?? ['', ''])]
    }),
  )
  return csv(current?.name ?? '', [...head, gains, gains, counts, counts], rows)
}

/** Write all deals of a duplicate. */
export function dealsCsv(tournament: Tournament, t: Words): string {
  const { state: current } = tournament
  const team = t('ui.club.team')
  const points = t('ui.club.points')
  const value = t(`ui.club.value.${current?.format.comparison ?? 'matchpoints'}`)
  const head = ['deal', 'round', 'table'] as const
  const rows = comparedDeals(current).flatMap(({ number, lines }) =>
    lines.map(({ round, game }) => {
      const names = tournament.namesOf(game).map(quoted)
      const values = game.values?.map(decimal) ?? ['', '']
      return [number, round, game.table, ...names, ...(game.points ?? []), ...values]
    }),
  )
  const heads = [...head.map((one) => t(`ui.club.head.${one}`)), team, team, points, points]
  return csv(current?.name ?? '', [...heads, value, value], rows)
}

/** Save a file of a tournament, called by its name and what it has. */
export const saveOf = (tournament: Tournament, what: string, text: string): void =>
  saveCsv([tournament.state?.name ?? '', what], text)
