// Reviews of the server's deals that this device makes: the server is asked whether one is kept, and
// for the record.

import { me } from '../account/me.svelte'
import { get, post, Refusal, requestText } from '../net/api'
import type { MastersOpinion, Review } from '../net/messages'
import { computes, giveUp } from '../offline/speed'
import type { LocalRequest } from '../offline/protocol'
import { loadTable } from '../table/onDemand'

/** Milliseconds, the start of Python included, after which the server is asked. */
const PATIENCE = 30_000

const DEAL = /^(.*)\/deals\/(\d+)$/

/** Return the review of a deal, made on this device unless one is kept; null where the server is to
 * make it. Throws a `Refusal` of the server. */
export async function reviewOnDevice(
  deal: string,
  reported: (status: Review) => void,
  signal: AbortSignal,
): Promise<Review | null> {
  if (!(await computes())) return null
  const status = await get<Review>(`${deal}/review?only_kept=true`)
  if (status.reviewed) reported(status)
  if (status.reviewed || signal.aborted) return status
  if (status.seconds) return null // The server is about to have it.
  reported(status)
  const about = { of: 'review', ...(await sourceOf(deal)) } as const
  const made = await askInTime<Review>(about, signal, (done) => reported({ ...status, done }))
  if (!made || signal.aborted) return made
  const result = { ...status, ...made, newcomer: status.newcomer }
  if (me.now) void handIn(deal, result)
  reported(result)
  return result
}

/** Return a master's opinion where the device has just made the review; null where the server is
 * to be asked. */
export async function opinionOnDevice(
  deal: string,
  action: number,
  signal: AbortSignal,
): Promise<MastersOpinion | null> {
  if (!(await loadTable()).isAwake() || !(await computes())) return null
  return askInTime({ of: 'opinion', ...(await sourceOf(deal)), action }, signal)
}

async function sourceOf(deal: string): Promise<{ record: string; deal: number }> {
  const [, match, number] = DEAL.exec(deal) ?? []
  return { record: await requestText('GET', `${match}/record`), deal: Number(number) }
}

/** Ask the worker, which ends with the signal; null where that came before. */
export async function askWorker<T>(
  request: LocalRequest,
  signal: AbortSignal,
  progress?: (done: number) => void,
): Promise<T | null> {
  const { askLocally, endLessons } = await loadTable()
  if (signal.aborted) return null
  signal.addEventListener('abort', endLessons)
  try {
    return await askLocally<T>(request, progress)
  } finally {
    signal.removeEventListener('abort', endLessons)
  }
}

/** The same; null where it fails or takes too long. */
async function askInTime<T>(...asked: Parameters<typeof askWorker>): Promise<T | null> {
  const { endLessons } = await loadTable()
  const late = setTimeout(() => (giveUp(), endLessons()), PATIENCE)
  try {
    return await askWorker<T>(...asked)
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  } finally {
    clearTimeout(late)
  }
}

/** Let it count for the person's practice and statistics; without it they lack this deal. */
const handIn = (deal: string, { reviewed }: Review): Promise<unknown> =>
  post(`${deal}/review`, { report: JSON.stringify(reviewed?.report) }).catch(() => null)
