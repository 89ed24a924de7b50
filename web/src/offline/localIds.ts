// Ids of tables and matches on this device.

const PREFIX = 'local-'
const MATCH = /^(local-[0-9a-f]+)(?:-([1-9]\d*))?$/

/** Make the id of a table on this device from a random one. */
export const localId = (random: string): string => PREFIX + random.slice(0, 12)

/** Whether this table or match is on this device and not on the server. */
export const isLocal = (id: string): boolean => id.startsWith(PREFIX)

/** The table of a match, and the version with which it began; without one, its last match. */
export interface LocalMatch {
  table: string
  version?: number
}

/** Return the match of an id; null where it is none of this device. */
export function localMatch(id: string): LocalMatch | null {
  const [, table, version] = MATCH.exec(id) ?? []
  if (!table) return null
  return version ? { table, version: Number(version) } : { table }
}

export const matchId = ({ table, version }: Required<LocalMatch>): string => `${table}-${version}`
