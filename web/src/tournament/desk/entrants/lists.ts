// Pasted lists of names: lines of names, or rows of a spreadsheet. Pure.

import type { TournamentTeam } from '../../../net/messages'

/** Signs of a name, at most. */
export const LONGEST = 60

type Fault =
  | { why: 'long' }
  | { why: 'sign'; sign: string }
  | { why: 'known'; number: number }
  | { why: 'twice'; line: number }
  | { why: 'heading' }

export interface Line {
  /** From 1, as in the text. */
  line: number
  text: string
  name: string
  fault: Fault | null
}

const NUMBER = /^\d{1,4}[.)]?$/

/** Split a row of a spreadsheet into its cells; a cell in quotes may hold what divides cells. */
function cellsOf(row: string): string[] {
  const divider = row.includes('\t') ? '\t' : row.includes(';') ? ';' : ''
  if (!divider) return [row.replaceAll('"', '').trim()]
  const cells = row.match(divider === '\t' ? /"[^"]*"|[^\t]+/g : /"[^"]*"|[^;]+/g) ?? []
  return cells.map((cell) => cell.replaceAll('"', '').trim()).filter(Boolean)
}

/** Take the numbers off lines such as `12. Ann & Bo`, where all lines have one. */
const numbered = (rows: readonly string[][]): boolean =>
  rows.length > 1 && rows.every(([first = '']) => /^\d{1,4}[.)]\s+\S/.test(first))

/** Return the name that the cells of a row make, without numbers. */
function nameOf(cells: readonly string[], single: boolean): string {
  const names = cells.filter((cell) => !/^[\d.,\s-]+$/.test(cell))
  if (single) return names.join(' ')
  if (/[&+/]/.test(names[0] ?? '')) return names[0] ?? ''
  if (names.length !== 4) return names.join(' & ')
  // Two players, each with a first name and a surname.
  return `${names[0]} ${names[1]} & ${names[2]} ${names[3]}`
}

/** Normalise a name, so that the order of the players and capitals do not matter. */
export const sameAs = (name: string): string =>
  name
    .normalize('NFC')
    .toLowerCase()
    .split(/\s*[&+/]\s*/)
    .sort()
    .join('&')

function faultOf(name: string): Fault | null {
  if ([...name].length > LONGEST) return { why: 'long' }
  const sign = /[\p{C}\p{Zl}\p{Zp}]/u.exec(name)?.[0]
  if (!sign) return null
  const code = (sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  return { why: 'sign', sign: `U+${code}` }
}

/** Understand a pasted list; `single`: each line is a player, not a team. */
export function linesIn(
  text: string,
  teams: readonly Pick<TournamentTeam, 'name' | 'number'>[],
  single: boolean,
): Line[] {
  const rows = text.split(/\r?\n/).flatMap((row, at) => {
    const cells = cellsOf(row.trim())
    return cells.some(Boolean) ? [{ line: at + 1, text: row.trim(), cells }] : []
  })
  const counted = numbered(rows.map(({ cells }) => cells))
  const starts = rows.map(({ cells }) => cells.length > 1 && NUMBER.test(cells[0] ?? ''))
  const heading = rows.length > 1 && !starts[0] && starts.slice(1).every(Boolean)
  const seen = new Map<string, Fault>(
    teams.map(({ name, number }) => [sameAs(name), { why: 'known', number }]),
  )
  return rows.map(({ line, text, cells }, at) => {
    const own = counted ? [(cells[0] ?? '').replace(/^\d+[.)]\s+/, ''), ...cells.slice(1)] : cells
    const name = (nameOf(own, single) || own.join(' ')).split(/\s+/).join(' ')
    const isHeading = heading && at === 0
    const fault: Fault | null = isHeading
      ? { why: 'heading' }
      : (faultOf(name) ?? seen.get(sameAs(name)) ?? null)
    if (!fault) seen.set(sameAs(name), { why: 'twice', line })
    return { line, text, name, fault }
  })
}

/** Drop accents and capitals, for a search. */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Return the entrants whose name or number is looked for. */
export function found<T extends Pick<TournamentTeam, 'name' | 'number'>>(
  teams: readonly T[],
  wanted: string,
): T[] {
  const words = plain(wanted).split(/\s+/).filter(Boolean)
  return teams.filter(({ name, number }) =>
    words.every((word) =>
      /^\d+$/.test(word) ? String(number) === word : plain(name).includes(word),
    ),
  )
}
