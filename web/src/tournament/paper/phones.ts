// QR codes that lead phones in the hall to this server.

import { load, save } from '../../lib/storage'
import type { TeamCards } from '../../net/messages'

/** The key of the address of this computer in its network, as a secretary has typed it. */
const KEY = 'rebelote.address'

export type Reach = Pick<TeamCards, 'home' | 'nearby'>

/** Return the address that was typed here in the same network; empty without one. */
export function keptAddress(nearby: string): string {
  const kept = load(KEY) as { address?: unknown; nearby?: unknown } | null | undefined
  return kept?.nearby === nearby && typeof kept.address === 'string' ? kept.address : ''
}

/** Keep an address for as long as the computer has this one in its network: in another hall it
 * would lead phones nowhere. */
export const keepAddress = (address: string, nearby: string): void => save(KEY, { address, nearby })

/** Write an address as the server takes it: with its scheme, without an end. */
export function tidyAddress(typed: string): string {
  const address = typed.trim().replace(/\/+$/, '')
  return !address || /^https?:\/\//.test(address) ? address : `http://${address}`
}

/** Return the picture of the code of a key; `at`: where phones find the server. */
export const codeOf = (here: string, key: string, at: string): string =>
  `${here}/qr.svg?key=${key}${at ? `&at=${encodeURIComponent(at)}` : ''}`
