// A table without a network: a worker in place of the server, spoken to like a socket.

import workerFile from './worker?worker&url'
import { Refusal } from '../net/api'
import type { Link, Listener } from '../net/link'
import { localId } from './localIds'
import { endLessons } from './localLessons'
import type { FromClient, FromServer } from '../net/messages'
import { newId } from '../net/ids'
import { save } from '../lib/storage'
import { PLAYED } from './played'
import type { FromWorker, Opening, ToWorker } from './protocol'

/** A worker that has opened a table already: to load Python takes seconds. */
let warm: { table: string; worker: Worker } | null = null

const start = (): Worker => new Worker(workerFile, { type: 'module' })
const post = (worker: Worker, message: ToWorker): void => worker.postMessage(message)

/** Open a table at which one plays against bots at once. */
export function openLocal(name: string, asked: Opening): Promise<string> {
  const table = localId(newId())
  save(PLAYED, true)
  const worker = start()
  return new Promise((resolve, reject) => {
    const refuse = (code: string, message = '') => {
      worker.terminate()
      reject(new Refusal(code, message))
    }
    worker.onerror = () => refuse('no-answer')
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if (data.reported === 'refused') return refuse(data.code, data.message)
      warm?.worker.terminate()
      warm = { table, worker }
      resolve(table)
    }
    post(worker, { do: 'open', table, name, asked })
  })
}

export class LocalLink implements Link {
  private readonly worker: Worker
  private readonly requested = new Map<number, (text: string) => void>()
  private asked = 0

  constructor(
    table: string,
    private readonly listener: Listener,
  ) {
    save(PLAYED, true)
    const opened = warm?.table === table ? warm.worker : null
    if (opened) warm = null
    this.worker = opened ?? start()
    this.worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.reported(data)
    this.worker.onerror = () => this.refused('server-busy')
    if (opened) queueMicrotask(() => listener.connected())
    else post(this.worker, { do: 'restore', table })
  }

  send(message: FromClient): void {
    post(this.worker, { do: 'say', frame: JSON.stringify(message) })
  }

  ask(message: FromClient): void {
    this.send(message)
  }

  wake(): void {
    // A worker is not lost.
  }

  close(): void {
    this.worker.terminate()
    endLessons() // its reviews
  }

  /** Return the record of the match, as far as it is over. */
  record(): Promise<string> {
    const number = ++this.asked
    post(this.worker, { do: 'record', number })
    return new Promise((resolve) => this.requested.set(number, resolve))
  }

  private reported(data: FromWorker): void {
    switch (data.reported) {
      case 'ready':
        return this.listener.connected()
      case 'frame':
        return this.listener.received(JSON.parse(data.frame) as FromServer)
      case 'refused':
        return this.refused(data.code, data.message)
      case 'record':
        this.requested.get(data.number)?.(data.text)
        this.requested.delete(data.number)
    }
  }

  private refused(code: string, message = ''): void {
    this.listener.received({ type: 'refused', id: null, code, message, rule: '', version: 0 })
  }
}
