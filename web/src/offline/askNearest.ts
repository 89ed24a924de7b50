// Boards with a network: this device answers where it computes, and its Python has started.

import { Refusal } from '../net/api'
import { network } from '../net/network.svelte'
import { loadTable } from '../table/onDemand'
import type { LocalRequest } from './protocol'
import { computes, giveUp } from './speed'

/** Milliseconds after which the server is asked. */
const PATIENCE = 5000

/** Ask this device, or the server as `elsewhere` says. The first request only wakes the worker. */
export async function askNearest<T>(
  request: () => LocalRequest | Promise<LocalRequest>,
  elsewhere: () => Promise<T>,
): Promise<T> {
  if (network.offline || !(await computes())) return elsewhere()
  const { askLocally, endLessons, isAwake, isFree } = await loadTable()
  if (!isFree()) {
    if (!isAwake()) void (async () => askLocally(await request()))().catch(() => null)
    return elsewhere()
  }
  let late: ReturnType<typeof setTimeout> | undefined
  try {
    const asked = await request()
    late = setTimeout(() => (giveUp(), endLessons()), PATIENCE)
    return await askLocally<T>(asked)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'no-answer') return elsewhere()
    throw error
  } finally {
    clearTimeout(late)
  }
}
