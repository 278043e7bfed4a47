import type { Pocket } from '../../on-the-road/pocket.ts'
import type { Account, EntryKind, Refused } from '../view/shown.ts'

/**
 * What the phone keeps. The trips and the entries are two databases: the first is deleted by its name when the session ends, the second
 * stays until its entries were sent, exported or discarded.
 */
const TRIPS = 'guidon-pocket-trips'
const ENTRIES = 'guidon-pocket-entries'

/** The last read of the service. `offset`: by how many milliseconds its clock is ahead of the phone's. */
export type Kept = { pocket: Pocket; tag: string; contacted_at: number; offset: number }

export type Photo = { key: string; blob: Blob; size: number; attachment?: number }
export type Entry = {
  nth: number
  account: Account
  trip: { id: number; serial: string }
  kind: EntryKind
  body: { entry_id: string; entered_at: string; entered_by: number } & Record<string, unknown>
  photos: Photo[]
  /** The record, once the service has the words; only photographs wait then. */
  record?: number
  refused?: Refused
}
export type NewEntry = Omit<Entry, 'nth'>

export function keptTrips(): Promise<Kept | undefined> {
  return inStore(TRIPS, 'kept', 'readonly', (kept) => kept.get('pocket'))
}
export function keepTrips(read: Kept) {
  return inStore(TRIPS, 'kept', 'readwrite', (kept) => kept.put(read, 'pocket'))
}
/** Deletes the trips by the name of their database; the console does the same when somebody signs out there. */
export function forgetTrips(): Promise<void> {
  return new Promise((done) => {
    const deleting = indexedDB.deleteDatabase(TRIPS)
    deleting.onsuccess = deleting.onerror = deleting.onblocked = () => done()
  })
}

/** All entries, in the order in which they were written. */
export function allEntries(): Promise<Entry[]> {
  return inStore(ENTRIES, 'entries', 'readonly', (entries) => entries.getAll())
}
export function addEntry(entry: NewEntry) {
  return inStore(ENTRIES, 'entries', 'readwrite', (entries) => entries.add(entry))
}
export function changeEntry(entry: Entry) {
  return inStore(ENTRIES, 'entries', 'readwrite', (entries) => entries.put(entry))
}
export function removeEntry({ nth }: Pick<Entry, 'nth'>) {
  return inStore(ENTRIES, 'entries', 'readwrite', (entries) => entries.delete(nth))
}

/** Values that outlive a reload: open roll calls by account and trip, the lease of the tab that sends, and a sign-out without a network. */
export function kept<T>(name: string): Promise<T | undefined> {
  return inStore(ENTRIES, 'values', 'readonly', (values) => values.get(name))
}
export function keep(name: string, value: unknown) {
  return inStore(ENTRIES, 'values', 'readwrite', (values) =>
    value === undefined ? values.delete(name) : values.put(value, name),
  )
}
export function callName(account: number, trip: number) {
  return `call ${account} ${trip}`
}

type Stores = { [TRIPS]: 'kept'; [ENTRIES]: 'entries' | 'values' }

// A database is opened for each transaction and closed after it, so that no open tab stops another one from deleting it.
const inStore = async <T, D extends keyof Stores = keyof Stores>(
  name: D,
  store: Stores[D],
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest,
): Promise<T> => {
  const db = await opened(name)
  return new Promise((done, fail) => {
    // A phone may lose its power right after an entry.
    const tx = db.transaction(store, mode, { durability: 'strict' })
    const request = work(tx.objectStore(store))
    tx.oncomplete = () => {
      db.close()
      done(request.result)
    }
    tx.onabort = () => {
      db.close()
      fail(tx.error)
    }
  })
}

const opened = (name: keyof Stores): Promise<IDBDatabase> =>
  new Promise((done, fail) => {
    const opening = indexedDB.open(name, 1)
    opening.onupgradeneeded = () => {
      if (name === TRIPS) return opening.result.createObjectStore('kept')
      opening.result.createObjectStore('entries', { keyPath: 'nth', autoIncrement: true })
      return opening.result.createObjectStore('values')
    }
    opening.onsuccess = () => done(opening.result)
    opening.onerror = () => fail(opening.error)
  })

/** Changes a value in one transaction: no other tab reads it between. `change` returns what is stored, or nothing to leave it. */
export async function exchange<T>(name: string, change: (value: T | undefined) => T | undefined): Promise<boolean> {
  const db = await opened(ENTRIES)
  return new Promise((done, fail) => {
    const tx = db.transaction('values', 'readwrite', { durability: 'strict' })
    const values = tx.objectStore('values')
    let isChanged = false
    const reading = values.get(name)
    reading.onsuccess = () => {
      const value = change(reading.result)
      isChanged = value !== undefined
      if (isChanged) values.put(value, name)
    }
    tx.oncomplete = () => {
      db.close()
      done(isChanged)
    }
    tx.onabort = () => {
      db.close()
      fail(tx.error)
    }
  })
}
