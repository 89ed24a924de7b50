// The highlights of a match, from its score sheet: its curve, the deciding deal, and facts. Pure.

import type { SheetRow } from '../../net/messages'
import { sideOf } from '../../cards/cards'
import { isUnplayed } from '../../i18n/speech'

export type FactCode = 'made' | 'sweeps' | 'doubled' | 'back' | 'felled' | 'best'

/** A figure and what it counts. */
export interface MatchHighlight {
  code: FactCode
  /** The figure as it is written: "5/7", "+660". */
  figure: string
  /** The number that decides between singular and plural. */
  count: number
}

const SUMMARIES = 3

const isPlayed = ({ contract, outcome }: SheetRow): boolean =>
  contract !== null && outcome !== null && !isUnplayed(outcome)

/** Return the deals of the last part of the match that brought marks; where there are several,
 * scores begin again with each. */
export function countedDeals(sheet: readonly SheetRow[]): SheetRow[] {
  const boom = sheet.at(-1)?.boom
  return sheet.filter((row) => row.boom === boom && row.outcome !== null)
}

/** Return the score of each side from nothing to the end, deal by deal. */
export function curves(sheet: readonly SheetRow[], sides: readonly number[]): number[][] {
  const deals = countedDeals(sheet)
  return sides.map((side) => [0, ...deals.map(({ totals }) => totals[side] ?? 0)])
}

/** Return a side's lead over the best of the others. */
function ahead(points: readonly number[], side: number): number {
  const others = points.filter((_, other) => other !== side)
  return (points[side] ?? 0) - Math.max(...others)
}

/** Return the deal that decided: of those since the winner leads for good, the one that brought
 * most. */
export function decidingDeal(sheet: readonly SheetRow[], winner: number | null): SheetRow | null {
  const deals = countedDeals(sheet)
  if (winner === null || deals.length < 2) return null
  const since = deals.findLastIndex(({ totals }) => ahead(totals, winner) <= 0) + 1
  const candidates = deals.slice(since)
  return candidates.reduce<SheetRow | null>(
    (best, row) => (!best || ahead(row.marks, winner) > ahead(best.marks, winner) ? row : best),
    null,
  )
}

/** Return three things to remember of a match, for one side; fewer where there was little. */
export function matchHighlights(
  sheet: readonly SheetRow[],
  side: number,
  players: number,
): MatchHighlight[] {
  const played = sheet.filter(isPlayed)
  const own = played.filter(({ contract }) => sideOf(contract!.attacker, players) === side)
  const theirs = played.filter((row) => !own.includes(row))
  const count = (rows: readonly SheetRow[], requested: (row: SheetRow) => boolean) =>
    rows.filter(requested).length
  const made = count(own, ({ outcome }) => outcome === 'made')
  const sweeps = count(played, ({ swept_by }) => swept_by === side)
  const doubled = count(
    played,
    ({ contract, marks }) => contract!.stake > 1 && ahead(marks, side) > 0,
  )
  const felled = count(theirs, ({ outcome }) => outcome === 'failed')
  const best = Math.max(0, ...played.map(({ marks }) => marks[side] ?? 0))
  const back = cameBack(sheet, side)
  const result: (MatchHighlight | false)[] = [
    own.length > 0 && { code: 'made', figure: `${made}/${own.length}`, count: own.length },
    sweeps > 0 && { code: 'sweeps', figure: String(sweeps), count: sweeps },
    back > 0 && { code: 'back', figure: String(back), count: back },
    doubled > 0 && { code: 'doubled', figure: String(doubled), count: doubled },
    felled > 0 && { code: 'felled', figure: String(felled), count: felled },
  ]
  const reported = result
    .filter((one) => one !== false)
    .slice(0, best > 0 ? SUMMARIES - 1 : SUMMARIES)
  return best > 0 ? [...reported, { code: 'best', figure: `+${best}`, count: best }] : reported
}

/** Return the deficit from which a side still won; 0 where it did not win, or was never far
 * behind. */
function cameBack(sheet: readonly SheetRow[], side: number): number {
  const deals = countedDeals(sheet)
  const end = deals.at(-1)?.totals ?? []
  if (ahead(end, side) <= 0) return 0
  const behind = -Math.min(0, ...deals.map(({ totals }) => ahead(totals, side)))
  return behind >= Math.max(...end) / 5 ? behind : 0
}
