// The requests that the server and this device can answer alike, where the game is kept on it.

import { Refusal } from '../net/api'
import { network } from '../net/network.svelte'
import { loadTable } from '../table/onDemand'
import type { LocalRequest } from './protocol'

/** Ask this device alone. */
export const askHere = async <T>(request: LocalRequest): Promise<T> =>
  (await loadTable()).askLocally<T>(request)

/** An answer; `here`: of this device, and not of the server. */
export interface Answered<T> {
  answer: T
  here: boolean
}

/** From the server; from this device where there is no network, or no server, and the game is kept. Throws a `Refusal`, with the sentence `unkept` where it is not. */
export async function askEither<T>(
  fromServer: () => Promise<T>,
  request: LocalRequest,
  unkept: string,
): Promise<Answered<T>> {
  const locally = async () => ({ answer: await askHere<T>(request), here: true })
  if (network.offline && network.kept) return locally()
  try {
    return { answer: await fromServer(), here: false }
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'no-answer') throw error
    if (await (await loadTable()).isKept()) return locally()
    throw new Refusal('no-answer', unkept)
  }
}

/** The same, whoever answers. */
export const askAnywhere = async <T>(
  fromServer: () => Promise<T>,
  request: LocalRequest,
  unkept: string,
): Promise<T> => (await askEither(fromServer, request, unkept)).answer
