// A league as its page shows it.

import type { TrumpText } from '../cards/cards'
import { contractName } from '../i18n/gameWords'
import { type Words } from '../i18n/words'
import type { DailyLine, League, LeagueLine, LeagueMark, LeagueRow } from '../net/messages'

export const DIVISIONS = [1, 2] as const
/** Rows of a table that are shown at first. */
export const SHOWN = 30

/** Return the league and the season or day in an address: `french/2026-11-28`. */
export function placeOf(about: string): { league: string; season: string; day: string } {
  const [league = '', when = ''] = about.split('/')
  const isDay = when.length > '2026-11'.length
  return { league, season: isDay ? '' : when, day: isDay ? when : '' }
}

/** Return the division that is shown first: the player's own, else the first that has members. */
export const firstShown = ({ division, over, rows }: League): number =>
  (over ? 0 : division) || (rows[0]?.division ?? 2)

/** Return the day before another. */
export const dayBefore = (day: string): string =>
  new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)

/** Return the rows that are shown: the first ones and the player's own, unless all are. */
export const rowsShown = (rows: readonly LeagueRow[], me: string, all: boolean): LeagueRow[] =>
  rows.filter(({ id }, at) => all || at < SHOWN || id === me)

/** Return the lines of a day by division. */
export const byDivision = (lines: readonly LeagueLine[]): (readonly [number, LeagueLine[]])[] =>
  DIVISIONS.map((one) => [one, lines.filter(({ division }) => division === one)] as const).filter(
    ([, some]) => some.length,
  )

export const divisionName = (t: Words, division: number): string =>
  t(division === 1 ? 'ui.league.division.1' : 'ui.league.division.2')

/** Describe another player's contract and its outcome, without naming who of the side took. */
export function otherLineText(t: Words, line: DailyLine): string {
  const { contract: trump, value, stake, took } = line
  if (!trump) return t('outcome.dead')
  const suit = t.coded(`suit.${trump}`, trump)
  const contract =
    value === null ? suit : contractName(t, { trump: trump as TrumpText, value, stake })
  const said = t(took ? 'ui.league.took' : 'ui.league.defended', { contract })
  return `${said}${t('ui.comma')}${t.coded(`outcome.${line.outcome}`, line.outcome)}`
}

const HOUR = 3_600_000

/** Return the hours of a day (UTC) with the time at which they begin here, the earliest here
 * first. */
export function hoursHere(tag: string): (readonly [number, string])[] {
  const format = new Intl.DateTimeFormat(tag, { hour: 'numeric', minute: '2-digit' })
  const startOfDay = new Date().setHours(0, 0, 0, 0)
  const first = Math.ceil(startOfDay / HOUR)
  return Array.from({ length: 24 }, (_, at) => {
    const time = new Date((first + at) * HOUR)
    return [time.getUTCHours(), format.format(time)] as const
  })
}

/** Return the hour (UTC) at which it is six in the evening here. */
export const eveningHere = (): number => new Date(new Date().setHours(18, 0, 0, 0)).getUTCHours()

/** Return the best days, as many as count. */
export const countedDays = (days: readonly LeagueMark[], best: number): Set<string> =>
  new Set(
    [...days]
      .sort((a, b) => (b.points ?? -1) - (a.points ?? -1) || (b.steps ?? 0) - (a.steps ?? 0))
      .slice(0, best)
      .map(({ day }) => day),
  )
