import { type DBSchema, deleteDB, type IDBPDatabase, type IDBPTransaction, openDB } from 'idb'
import { cacheDatabase } from '#web/platform/offline-cache/database-name.ts'

/**
 * Whose all of it is. `open` while his session is; `who` is what the server last said of him, and when.
 * `bytes` counts what is kept, `bytesMax` is how much he allows, where he chose; `turn` counts the uses, so that the least recently used is known whatever the clock says.
 */
export type Owner = {
  person: string
  build: string
  open: boolean
  who: unknown
  at: number
  bytes: number
  bytesMax?: number | undefined
  turn: number
}
export type Row = { hash: string; text: string; at: number }
/** `at` is when the server said it; `doubted` is its place among what it has to be asked again, as it was not confirmed. */
type Size = { hash: string; bytes: number; used: number; at?: number; doubted?: number }

interface Schema extends DBSchema {
  owner: { key: string; value: Owner }
  rows: { key: string; value: Row; indexes: { at: number } }
  sizes: { key: string; value: Size; indexes: { used: number } }
}
export type Database = IDBPDatabase<Schema>
export type Writing = IDBPTransaction<Schema, ('owner' | 'rows' | 'sizes')[], 'readwrite'>

const stores: ('owner' | 'rows' | 'sizes')[] = ['owner', 'rows', 'sizes']
/** The one key of whose all of it is. */
export const only = 'owner'

/** Does something wholly or not at all. */
export async function inTransaction(database: Database, work: (writing: Writing) => Promise<unknown>): Promise<void> {
  const writing = database.transaction(stores, 'readwrite')
  // What goes wrong is told by the step that failed; that the end tells it too must not go unheard.
  writing.done.catch(() => {})
  try {
    await work(writing)
  } catch (error) {
    writing.abort()
    throw error
  }
  await writing.done
}

/** True where it is this person's, and his session is not over. */
export const isOf = (owner: Owner | undefined, person: string): boolean => owner?.open === true && owner.person === person

/** The database, opened with the first use, and again after another tab has removed it or anything has failed. */
export function connection() {
  let opening: Promise<Database> | null = null
  const forget = () => {
    opening = null
  }
  const open = async () =>
    await openDB<Schema>(cacheDatabase, 1, {
      upgrade: (database) => {
        database.createObjectStore('owner')
        database.createObjectStore('rows', { keyPath: 'hash' }).createIndex('at', 'at')
        database.createObjectStore('sizes', { keyPath: 'hash' }).createIndex('used', 'used')
      },
      blocking: (_current, _next, event) => {
        ;(event.target as IDBDatabase).close()
        forget()
      },
      terminated: forget,
    })
  /** A full disk closes a connection for good, and says so only to whoever uses it next. */
  const leave = async (failed: Promise<Database> | null) => {
    if (opening === failed) forget()
    await failed?.then((database) => database.close()).catch(() => {})
  }
  return {
    attempt: async <Answer>(work: (database: Database) => Promise<Answer>, otherwise: Answer): Promise<Answer> => {
      opening ??= open()
      const mine = opening
      try {
        return await work(await mine)
      } catch {
        // Barred, full or broken: what was seen then lives in the memory of its window alone.
        await leave(mine)
        return otherwise
      }
    },
    /** Removes the database itself; answers whether the browser did. */
    removeAll: async (): Promise<boolean> => {
      await leave(opening)
      if (!globalThis.indexedDB) return true
      try {
        await deleteDB(cacheDatabase)
        return true
      } catch {
        return false
      }
    },
  }
}
