// Tables played without a network, in the browser's database: each is its log, as on the server;
// and the matches that ended there, which can be handed in.

import type { Entry } from './protocol'

/** Tables that are kept; the oldest go first. */
const KEPT = 30
/** Matches that are kept; the oldest go first. */
const MATCHES_KEPT = 100
/** Bytes of the records of these matches, and of their errors; those of the oldest matches go first. */
const MATCHES_BYTES = 2_000_000
const ERRORS_BYTES = 1_000_000

export interface Kept {
  table: string
  name: string
  opened: number
}

/** A match that has ended, as Python tells it. */
export interface Finished {
  /** The version of its table with which it began. */
  version: number
  preset: string
  won: boolean
  marks: number
  others: number
  /** The record with the player's name. */
  record: string
  /** The record as a server takes it. */
  proof: string
}

export interface KeptMatch extends Finished {
  table: string
  /** Milliseconds since 1970. */
  ended: number
  /** Whether it waits to be handed in, is handed in, or the code with which it was refused. */
  state: 'waiting' | 'handed-in' | (string & {})
}

/** The errors of a deal of a match, once it is reviewed; deal 0: every deal of the match is. */
export interface ReviewedErrors {
  table: string
  version: number
  deal: number
  errors: PracticeError[]
}

/** An error as Python keeps it: its place, and what it is ordered by. */
export interface PracticeError {
  deal: number
  step: number
}

const done = <T>(request: IDBRequest): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result as T)
    request.onerror = () => reject(new Error(request.error?.message))
  })

const finished = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(new Error(transaction.error?.message))
  })

const of = (table: string): IDBKeyRange => IDBKeyRange.bound([table, 0], [table, Infinity])

const deals = (match: [string, number]): IDBKeyRange =>
  IDBKeyRange.bound([...match, 0], [...match, Infinity])

const bytesOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length

/** Return what is beyond so many, and beyond so many bytes in all; the first is never. */
export function beyond<T>(all: readonly T[], most: number, bytes: number): T[] {
  let left = bytes
  const from = all.findIndex((one, place) => place >= most || (left -= bytesOf(one)) < 0)
  return from < 0 ? [] : all.slice(Math.max(from, 1))
}

export async function openStore(): Promise<Store> {
  const request = indexedDB.open('rebelote', 3)
  request.onupgradeneeded = ({ oldVersion }) => {
    if (oldVersion < 1) {
      request.result.createObjectStore('tables', { keyPath: 'table' })
      request.result.createObjectStore('entries')
    }
    if (oldVersion < 2)
      request.result.createObjectStore('matches', { keyPath: ['table', 'version'] })
    request.result.createObjectStore('errors', { keyPath: ['table', 'version', 'deal'] })
  }
  const database = await done<IDBDatabase>(request)
  database.onversionchange = () => database.close()
  return new Store(database)
}

export class Store {
  constructor(private readonly database: IDBDatabase) {}

  /** Add a table, and remove the oldest beyond those kept. */
  async add(kept: Kept): Promise<void> {
    const all = await done<Kept[]>(this.read('tables').getAll())
    const older = all.sort((one, other) => other.opened - one.opened).slice(KEPT - 1)
    const transaction = this.database.transaction(['tables', 'entries'], 'readwrite')
    transaction.objectStore('tables').put(kept)
    for (const { table } of older) {
      transaction.objectStore('tables').delete(table)
      transaction.objectStore('entries').delete(of(table))
    }
    await finished(transaction)
  }

  find(table: string): Promise<Kept | undefined> {
    return done<Kept | undefined>(this.read('tables').get(table))
  }

  log(table: string): Promise<Entry[]> {
    return done<Entry[]>(this.read('entries').getAll(of(table)))
  }

  /** Write entries down; none may be there already. */
  async append(table: string, entries: Entry[]): Promise<void> {
    const transaction = this.database.transaction('entries', 'readwrite', { durability: 'strict' })
    for (const entry of entries) transaction.objectStore('entries').add(entry, [table, entry[0]])
    await finished(transaction)
  }

  /** Return every match that is kept, the last first. */
  async matches(): Promise<KeptMatch[]> {
    const all = await done<KeptMatch[]>(this.read('matches').getAll())
    return all.sort((one, other) => other.ended - one.ended)
  }

  /** Keep a match that has ended, unless it is kept already, and remove the oldest beyond those kept. */
  async keepMatch(match: KeptMatch): Promise<void> {
    const { table, version } = match
    if (await done(this.read('matches').getKey([table, version]))) return
    const all = [match, ...(await this.matches())]
    const older = beyond(all, MATCHES_KEPT, MATCHES_BYTES)
    const transaction = this.database.transaction(['matches', 'errors'], 'readwrite', {
      durability: 'strict',
    })
    transaction.objectStore('matches').put(match)
    for (const { table, version } of older) {
      transaction.objectStore('matches').delete([table, version])
      transaction.objectStore('errors').delete(deals([table, version]))
    }
    await finished(transaction)
  }

  /** Return the errors of every deal that has been reviewed, in no order. */
  errors(): Promise<ReviewedErrors[]> {
    return done<ReviewedErrors[]>(this.read('errors').getAll())
  }

  /** Keep the errors of deals; `others`: those of the other deals, the newest match first. */
  async keepErrors(reviewed: ReviewedErrors[], others: ReviewedErrors[] = []): Promise<void> {
    const older = beyond([...reviewed, ...others], Infinity, ERRORS_BYTES)
    const transaction = this.database.transaction('errors', 'readwrite')
    for (const one of reviewed) transaction.objectStore('errors').put(one)
    for (const one of older) transaction.objectStore('errors').put({ ...one, errors: [] })
    await finished(transaction)
  }

  /** Write down what became of a match. */
  async mark(match: KeptMatch): Promise<void> {
    const transaction = this.database.transaction('matches', 'readwrite', { durability: 'strict' })
    transaction.objectStore('matches').put(match)
    await finished(transaction)
  }

  close(): void {
    this.database.close()
  }

  private read(store: string): IDBObjectStore {
    return this.database.transaction(store).objectStore(store)
  }
}
