// Whether this device computes what the server could: it has the game, and is fast enough.

import { load, save } from '../lib/storage'
import { whenIdle } from '../lib/idle'
import { loadTable } from '../table/onDemand'
import { searches } from './offered'

declare const __OFFLINE_SET__: { sources: string } | null

/** The most milliseconds of the measure, a master's first call in a fixed deal. A review takes some
 * thirty times as long. */
const FAST = 400
const KEY = 'rebelote.speed'

interface Measure {
  /** The version of the game that was measured. */
  of: string
  /** null: it took too long. */
  milliseconds: number | null
}

let measuring = false

/** Whether this device reviews deals. Before it was measured it does not, and is then. */
export async function computes(): Promise<boolean> {
  if (!searches || !(await (await loadTable()).isKept())) return false
  const measure = load(KEY) as Measure | undefined
  if (measure?.of === __OFFLINE_SET__?.sources) return (measure?.milliseconds ?? Infinity) <= FAST
  void whenIdle().then(measureOnce)
  return false
}

/** Leave it to the server from now on, until the next version. */
export const giveUp = (): void => keep(null)

const keep = (milliseconds: number | null): void =>
  save(KEY, { of: __OFFLINE_SET__?.sources, milliseconds })

async function measureOnce(): Promise<void> {
  if (measuring) return
  measuring = true
  const { askLocally } = await loadTable()
  await askLocally<number>({ of: 'speed' }).then(keep, giveUp)
  measuring = false
}
