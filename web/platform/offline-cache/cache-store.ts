import { AppError } from '#domain/errors.ts'
import { limits } from '#domain/limits.ts'
import { connection, inTransaction, isOf, type Owner, only, type Writing } from '#web/platform/offline-cache/cache-connection.ts'
import { isInUse, markInUse, unmarked } from '#web/platform/offline-cache/cache-database.ts'
import { clearEntries, deleteEntry, makeRoom, putEntry, touch } from '#web/platform/offline-cache/cache-entries.ts'

/** An answer of the server with the hash of its query and its time, in milliseconds since 1970. */
export type CacheEntry = { hash: string; data: unknown; at: number }

/**
 * The offline cache, in IndexedDB, limited in bytes: the least recently used entries are deleted, never those on screen (product §11). It
 * belongs to one person at a time; every operation names them, and the same transaction checks that they still own it. If an operation
 * fails, it is deleted, and the window goes on as if it were empty. Throws `invalid-argument` below the minimum size.
 */
export function openCacheStore(bytesMax: number = limits.cache.bytes) {
  assertEnough(bytesMax)
  const { attempt, remove } = connection()
  /** Runs a transaction; returns whether it was committed. */
  const change = (work: (writing: Writing) => Promise<unknown>): Promise<boolean> =>
    attempt(async (database) => {
      await inTransaction(database, work)
      return true
    }, false)
  /** Changes the cache if this person owns it. */
  const changeOf = (person: string, work: (writing: Writing, owner: Owner) => Promise<unknown>) =>
    change(async (writing) => {
      const owner = await writing.objectStore('owner').get(only)
      if (!owner || !isOf(owner, person)) return
      await work(writing, owner)
      await writing.objectStore('owner').put(owner, only)
    })
  const clear = async (): Promise<boolean> => {
    const isCleared = await change(async (writing) => {
      await clearEntries(writing)
      await writing.objectStore('owner').clear()
    })
    return isCleared || (await remove())
  }
  const allowed = (owner: Owner) => owner.bytesMax ?? bytesMax

  return {
    /** The last answer about the signed-in person, unless they signed out, their session is known to have ended, or another build wrote it. */
    remembered: (build: string) =>
      attempt(async (database) => {
        const owner = await database.get('owner', only)
        return isInUse() && owner?.open && owner.build === build && Date.now() - owner.at < limits.session.lifeMs ? owner.who : null
      }, null),

    /**
     * Makes this person the owner of the cache; `who` is the server's answer about them. Entries of another person or another build are
     * deleted in the same transaction.
     */
    adopt: async (person: string, build: string, who: unknown, at: number = Date.now()): Promise<void> => {
      const before = unmarked()
      const isDone = await change(async (writing) => {
        const owner = await writing.objectStore('owner').get(only)
        const former = isInUse() && owner?.person === person ? owner : null
        const current = former?.build === build ? former : null
        if (!current) await clearEntries(writing)
        const now: Owner = { bytes: 0, turn: 0, bytesMax: former?.bytesMax, ...current, person, build, open: true, who, at }
        const old = await writing.objectStore('rows').index('at').getAllKeys(IDBKeyRange.upperBound(tooOld()))
        for (const hash of old) await deleteEntry(writing, now, hash)
        await writing.objectStore('owner').put(now, only)
      })
      // A sign-out meanwhile removed the mark for good.
      if (isDone && unmarked() === before) markInUse()
    },

    /**
     * Locks the cache after a session ended, until its owner signs in again. `asked` is when the server was asked; a sign-in since then, in
     * another window, keeps it open. What a sign-out could not delete is deleted.
     */
    lock: (asked: number = Date.now()): Promise<boolean> =>
      isInUse()
        ? change(async (writing) => {
            const owner = await writing.objectStore('owner').get(only)
            // Even if the clock was set back, no sign-in counts as newer than now.
            const isSince = owner && owner.at > asked && owner.at <= Date.now()
            if (owner && !isSince) await writing.objectStore('owner').put({ ...owner, open: false, who: null }, only)
          })
        : clear(),

    /** True if this person owns the cache and it is locked. */
    isLocked: (person: string) =>
      attempt(async (database) => {
        const owner = await database.get('owner', only)
        return owner?.person === person && !owner.open
      }, false),

    isEmpty: () => attempt(async (database) => (await database.count('owner')) === 0, true),

    /** Deletes all cached data. Returns false if the browser could not. */
    clear,

    read: (person: string, hash: string) =>
      attempt(async (database): Promise<CacheEntry | null> => {
        const reading = database.transaction(['owner', 'rows'])
        const [owner, row] = await Promise.all([reading.objectStore('owner').get(only), reading.objectStore('rows').get(hash)])
        return row && row.at > tooOld() && isOf(owner, person) ? { hash, data: JSON.parse(row.text), at: row.at } : null
      }, null),

    /** The hashes of all entries, or of those that the server did not answer after `asked`; the oldest first. */
    hashes: (person: string, asked: number = Number.POSITIVE_INFINITY) =>
      attempt(async (database): Promise<string[]> => {
        const reading = database.transaction(['owner', 'rows'])
        const range = IDBKeyRange.upperBound(asked)
        const [owner, hashes] = await Promise.all([
          reading.objectStore('owner').get(only),
          reading.objectStore('rows').index('at').getAllKeys(range),
        ])
        return isOf(owner, person) ? hashes : []
      }, []),

    /** Stores these entries, marks others as used, and makes room; entries on screen stay. */
    write: (person: string, entries: readonly CacheEntry[], used: Iterable<string>, onScreen: ReadonlySet<string>) =>
      changeOf(person, async (writing, owner) => {
        for (const hash of used) await touch(writing, owner, hash)
        for (const { hash, data, at } of entries) await putEntry(writing, owner, { hash, text: JSON.stringify(data), at }, allowed(owner))
        await makeRoom(writing, owner, allowed(owner), onScreen)
      }),

    /** The size of this person's cache and its limit, in bytes. Null where this browser stores nothing. */
    size: (person: string) =>
      attempt(async (database) => {
        const owner = await database.get('owner', only)
        return owner && isOf(owner, person) ? { bytes: owner.bytes, bytesMax: allowed(owner) } : null
      }, null),

    /** Sets the limit in bytes and deletes what exceeds it at once. Throws `invalid-argument` below the minimum size. */
    allow: async (person: string, bytes: number, onScreen: ReadonlySet<string>): Promise<void> => {
      assertEnough(bytes)
      await changeOf(person, async (writing, owner) => {
        owner.bytesMax = bytes
        await makeRoom(writing, owner, bytes, onScreen)
      })
    },

    remove: (person: string, hash: string) => changeOf(person, async (writing, owner) => await deleteEntry(writing, owner, hash)),

    /** Deletes all entries and keeps the owner. */
    forgetRows: (person: string) =>
      changeOf(person, async (writing, owner) => {
        await clearEntries(writing)
        owner.bytes = 0
      }),
  }
}

export type CacheStore = ReturnType<typeof openCacheStore>

function assertEnough(bytes: number): void {
  const { bytesMin } = limits.cache
  const message = `Allow at least ${bytesMin / 2 ** 20} MiB (${bytesMin.toLocaleString('en')} bytes).`
  if (!(bytes >= bytesMin)) throw new AppError('invalid-argument', { field: 'bytes', message })
}

const tooOld = () => Date.now() - limits.cache.keptMs

export const cacheStore = openCacheStore()
