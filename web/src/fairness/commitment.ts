// The nonce that this browser adds to the next pack of a table: where it is kept, and what commits
// to it before the pack is made. Part of the start page, so that a table can be opened while its
// code is still loading.

import { toHex } from '../net/ids'
import { loadTable } from '../table/onDemand'

/** Return the key in the tab's storage. */
export const storageKey = (table: string): string => `rebelote.pack.${table}`

/** Return the SHA-256 of a nonce. Browsers have none on plain HTTP: there the table's code makes
 * it. */
export async function commitmentTo(nonce: string): Promise<string> {
  if (!crypto.subtle) return (await loadTable()).digest(nonce)
  const bytes = Uint8Array.from(nonce.match(/../g) ?? [], (pair) => parseInt(pair, 16))
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
}
