// The requests that the server and this device can answer alike, where the game is kept on it.

import { Refusal } from '../net/api'
import { network } from '../net/network.svelte'
import { loadTable } from '../table/onDemand'
import type { LocalRequest } from './protocol'

/** From the server; from this device where there is no network, or no server, and the game is kept. Throws a `Refusal`, with the sentence `unkept` where it is not. */
export async function askAnywhere<T>(
  fromServer: () => Promise<T>,
  request: LocalRequest,
  unkept: string,
): Promise<T> {
  const locally = async () => (await loadTable()).askLocally<T>(request)
  if (network.offline && network.kept) return locally()
  try {
    return await fromServer()
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'no-answer') throw error
    if (await (await loadTable()).isKept()) return locally()
    throw new Refusal('no-answer', unkept)
  }
}
