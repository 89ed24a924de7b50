// Tables played without a network, in the browser's database: each is its log, as on the server.

import type { Entry } from './protocol'

/** Tables that are kept; the oldest go first. */
const KEPT = 30

export interface Kept {
  table: string
  name: string
  opened: number
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
  const request = indexedDB.open('rebelote', 1)
  request.onupgradeneeded = () => {
    request.result.createObjectStore('tables', { keyPath: 'table' })
    request.result.createObjectStore('entries')
  }
  return new Store(await done<IDBDatabase>(request))
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

  private read(store: string): IDBObjectStore {
    return this.database.transaction(store).objectStore(store)
  }
}
