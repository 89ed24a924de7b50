// Tables played without a network, in the browser's database: each is its log, as on the server;
// and the matches that ended there, which can be handed in.

import type { Entry } from './protocol'

/** Tables that are kept; the oldest go first. */
const KEPT = 30
/** Matches that are kept; the oldest go first. */
const MATCHES_KEPT = 100

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

export async function openStore(): Promise<Store> {
  const request = indexedDB.open('rebelote', 2)
  request.onupgradeneeded = ({ oldVersion }) => {
    if (oldVersion < 1) {
      request.result.createObjectStore('tables', { keyPath: 'table' })
      request.result.createObjectStore('entries')
    }
    request.result.createObjectStore('matches', { keyPath: ['table', 'version'] })
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
    const older = (await this.matches()).slice(MATCHES_KEPT - 1)
    const transaction = this.database.transaction('matches', 'readwrite', { durability: 'strict' })
    transaction.objectStore('matches').put(match)
    for (const one of older) transaction.objectStore('matches').delete([one.table, one.version])
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
