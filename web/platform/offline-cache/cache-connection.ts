import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB } from 'idb'
import { cacheDatabase, deleteDatabase } from '#web/platform/offline-cache/cache-database.ts'

/**
 * The owner of the whole cache. `open`: their session has not ended. `who` is the last answer about them, received at the time `at`.
 * `bytes` is the size of the cache, `bytesMax` the limit they chose, if any. `turn` counts uses, so the least recently used entry is known
 * even if the clock changes.
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
type Size = { hash: string; bytes: number; used: number }

interface Schema extends DBSchema {
  owner: { key: string; value: Owner }
  rows: { key: string; value: Row; indexes: { at: number } }
  sizes: { key: string; value: Size; indexes: { used: number } }
}
export type Database = IDBPDatabase<Schema>
export type Writing = IDBPTransaction<Schema, ('owner' | 'rows' | 'sizes')[], 'readwrite'>

const stores: ('owner' | 'rows' | 'sizes')[] = ['owner', 'rows', 'sizes']
/** The only key of the owner store. */
export const only = 'owner'

/** Commits all of the work or nothing. Throws what the work throws. */
export async function inTransaction(database: Database, work: (writing: Writing) => Promise<unknown>): Promise<void> {
  const writing = database.transaction(stores, 'readwrite')
  // The failing step rejects already; this stops an unhandled rejection of the transaction.
  writing.done.catch(() => {})
  try {
    await work(writing)
  } catch (error) {
    writing.abort()
    throw error
  }
  await writing.done
}

/** True if this person owns the cache and their session has not ended. */
export const isOf = (owner: Owner | undefined, person: string): boolean => owner?.open === true && owner.person === person

/** Opens the database at the first use, and again after another tab removed it or an operation failed. */
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
  const close = () => {
    opening?.then((database) => database.close()).catch(() => {})
    forget()
  }
  /** Deletes the database; returns whether the browser did. */
  const remove = (): Promise<boolean> => {
    close()
    // Requested at once: whatever opens the database from now on finds it empty.
    return deleteDatabase()
  }
  return {
    /**
     * If an operation fails twice, the cache is deleted: browsers may drop a connection in the background, so the second time has a new one.
     * It has no owner then, and nothing is stored until the server says again who is signed in.
     */
    attempt: async <Answer>(work: (database: Database) => Promise<Answer>, otherwise: Answer): Promise<Answer> => {
      const once = async () => {
        opening ??= open()
        const mine = opening
        return await mine.then(work).catch((error: unknown) => {
          if (opening === mine) close()
          throw error
        })
      }
      return await once()
        .catch(once)
        .catch(() => {
          // If another operation has opened it again, that one decides.
          if (opening === null) void remove()
          return otherwise
        })
    },
    remove,
  }
}
