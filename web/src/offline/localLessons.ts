// Lessons, reviews and score sheets without a network: a worker answers what the server would.

import workerFile from './worker?worker&url'
import { Refusal } from '../net/api'
import type { FromWorker, LocalRequest, Taught, ToWorker } from './protocol'

type Answered = (answer: Taught) => void
type Progress = (done: number) => void

/** Milliseconds after which a worker that nobody asks ends: it takes some 100 MB. */
const IDLE = 300_000

let worker: Worker | null = null
/** It has answered, so it is not starting any more. */
let ready = false
let ending: ReturnType<typeof setTimeout> | undefined
let asked = 0
const waiting = new Map<number, { answered: Answered; progress?: Progress }>()

/** Ask Python on this device; throws a `Refusal`. `progress` is called with the part that is done. */
export async function askLocally<T>(request: LocalRequest, progress?: Progress): Promise<T> {
  worker ??= start()
  clearTimeout(ending)
  const number = ++asked
  const asking: ToWorker = { do: 'teach', number, asked: request }
  worker.postMessage(asking)
  const reported = await new Promise<Taught>((answered) =>
    waiting.set(number, { answered, progress }),
  )
  const { refused, message = '', fault } = reported
  if (refused) throw new Refusal(refused, message, '', fault)
  return reported.answer as T
}

/** Whether the worker is there, which takes seconds to start. */
export const isAwake = (): boolean => worker !== null

/** Whether it would answer at once. */
export const isFree = (): boolean => ready && !waiting.size

/** Free what the answers took; those still to come do not. */
export function endLessons(): void {
  fail()
}

function start(): Worker {
  const started = new Worker(workerFile, { type: 'module' })
  started.onmessage = ({ data }: MessageEvent<FromWorker>) => {
    if (data.reported === 'refused') fail()
    if (data.reported === 'progress') waiting.get(data.number)?.progress?.(data.done)
    if (data.reported !== 'taught') return
    ready = true
    waiting.get(data.number)?.answered(data.answer)
    waiting.delete(data.number)
    if (!waiting.size) ending = setTimeout(fail, IDLE)
  }
  started.onerror = fail
  return started
}

/** The worker ends, and who waits for it is told. */
function fail(): void {
  worker?.terminate()
  worker = null
  ready = false
  for (const { answered } of waiting.values()) answered({ refused: 'no-answer' })
  waiting.clear()
}
