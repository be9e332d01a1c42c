import { AppError } from '#domain/errors.ts'
import { limits } from '#domain/limits.ts'
import { blockCache, isCacheBlocked, unblockCache } from '#web/platform/offline-cache/cache-block.ts'
import {
  connection,
  type Database,
  inTransaction,
  isOf,
  type Owner,
  only,
  type Writing,
} from '#web/platform/offline-cache/cache-connection.ts'
import { clearEntries, deleteEntry, makeRoom, markUnverified, putEntry, touch } from '#web/platform/offline-cache/cache-entries.ts'

/** An answer of the server with the hash of its query and its time, in milliseconds since 1970. */
export type CacheEntry = { hash: string; data: unknown; at: number }

/**
 * The offline cache, in IndexedDB, limited in bytes: the least recently used entries are deleted, never those on screen (product §11). It
 * belongs to one person at a time; every operation names them, and the same transaction checks that they still own it. Where the browser
 * stores nothing, or its disk is full, it behaves as if empty. Throws `invalid-argument` below the minimum size.
 */
export function openCacheStore(bytesMax: number = limits.cache.bytes) {
  assertEnough(bytesMax)
  const { attempt, removeAll } = connection()
  let lastFailed = false
  /** Runs a transaction; returns whether it was committed. */
  const change = async (work: (writing: Writing) => Promise<unknown>): Promise<boolean> => {
    lastFailed = await attempt(async (database) => {
      await inTransaction(database, work)
      return false
    }, true)
    return !lastFailed
  }
  /** Reads nothing while the cache may belong to another person. */
  const readUnlessBlocked = async <Answer>(work: (database: Database) => Promise<Answer>, otherwise: Answer): Promise<Answer> =>
    isCacheBlocked() ? otherwise : await attempt(work, otherwise)
  /** Changes the cache if this person owns it. */
  const changeOf = (person: string, work: (writing: Writing, owner: Owner) => Promise<unknown>) =>
    change(async (writing) => {
      const owner = await writing.objectStore('owner').get(only)
      if (!owner || !isOf(owner, person)) return
      await work(writing, owner)
      await writing.objectStore('owner').put(owner, only)
    })
  /**
   * For changes without which a person might see another's data. If one fails, the database is deleted; if that fails too, the cache is
   * blocked until it can be.
   */
  const changeOrRemove = async (work: (writing: Writing) => Promise<unknown>): Promise<boolean> => {
    // Retried once: another window may have closed the database at this moment.
    const isDone = (await change(work)) || (await change(work)) || (await removeAll())
    if (!isDone) blockCache()
    return isDone
  }
  const clear = async (): Promise<boolean> => {
    // First of all: a person who closes the window now is signed out.
    blockCache()
    const isDone = await changeOrRemove(async (writing) => {
      await clearEntries(writing)
      await writing.objectStore('owner').clear()
    })
    if (isDone) unblockCache()
    return isDone
  }
  const allowed = (owner: Owner) => owner.bytesMax ?? bytesMax

  return {
    /** The last answer about the signed-in person, unless their session is known to have ended or another build wrote it. */
    remembered: (build: string) =>
      readUnlessBlocked(async (database) => {
        const owner = await database.get('owner', only)
        return owner?.open && owner.build === build && Date.now() - owner.at < limits.session.lifeMs ? owner.who : null
      }, null),

    /**
     * Makes this person the owner of the cache; `who` is the server's answer about them. Entries of another person or another build are
     * deleted in the same transaction.
     */
    adopt: async (person: string, build: string, who: unknown, at: number = Date.now()): Promise<void> => {
      if (isCacheBlocked() && !(await clear())) return
      await changeOrRemove(async (writing) => {
        const owner = await writing.objectStore('owner').get(only)
        const current = owner?.person === person && owner.build === build ? owner : null
        if (!current) await clearEntries(writing)
        const chosen = owner?.person === person ? owner.bytesMax : undefined
        const now: Owner = { bytes: 0, turn: 0, bytesMax: chosen, ...current, person, build, open: true, who, at }
        const old = await writing.objectStore('rows').index('at').getAllKeys(IDBKeyRange.upperBound(tooOld()))
        for (const hash of old) await deleteEntry(writing, now, hash)
        await writing.objectStore('owner').put(now, only)
      })
    },

    /**
     * Locks the cache after a session ended, until its owner signs in again. `asked` is when the server was asked; a sign-in since then, in
     * another window, keeps it open.
     */
    lock: (asked: number = Date.now()) =>
      isCacheBlocked()
        ? clear()
        : changeOrRemove(async (writing) => {
            const owner = await writing.objectStore('owner').get(only)
            // Even if the clock was set back, no sign-in counts as newer than now.
            const isSince = owner && owner.at > asked && owner.at <= Date.now()
            if (owner && !isSince) await writing.objectStore('owner').put({ ...owner, open: false, who: null }, only)
          }),

    /** True if this person owns the cache and it is locked. */
    isLocked: (person: string) =>
      readUnlessBlocked(async (database) => {
        const owner = await database.get('owner', only)
        return owner?.person === person && !owner.open
      }, false),

    isEmpty: () => attempt(async (database) => (await database.count('owner')) === 0, true),

    /** Deletes all cached data. Returns false if the browser could not; the cache is then blocked. */
    clear,

    read: (person: string, hash: string) =>
      readUnlessBlocked(async (database): Promise<CacheEntry | null> => {
        const reading = database.transaction(['owner', 'rows'])
        const [owner, row] = await Promise.all([reading.objectStore('owner').get(only), reading.objectStore('rows').get(hash)])
        return row && row.at > tooOld() && isOf(owner, person) ? { hash, data: JSON.parse(row.text), at: row.at } : null
      }, null),

    /** The hashes of all entries. */
    hashes: (person: string) =>
      readUnlessBlocked(async (database): Promise<string[]> => {
        const reading = database.transaction(['owner', 'sizes'])
        const [owner, hashes] = await Promise.all([reading.objectStore('owner').get(only), reading.objectStore('sizes').getAllKeys()])
        return isOf(owner, person) ? hashes : []
      }, []),

    /** Marks entries as unverified, in this order, if a request made at the time `asked` did not confirm them. */
    markUnverified: (person: string, hashes: readonly string[], asked: number) =>
      changeOf(person, async (writing, owner) => {
        for (const hash of hashes) await markUnverified(writing, owner, hash, asked)
      }),

    /** The hashes of the unverified entries, in the order in which they were marked. */
    unverified: (person: string) =>
      readUnlessBlocked(async (database): Promise<string[]> => {
        const reading = database.transaction(['owner', 'sizes'])
        const [owner, sizes] = await Promise.all([reading.objectStore('owner').get(only), reading.objectStore('sizes').getAll()])
        const marked = sizes.flatMap(({ hash, doubted }) => (doubted === undefined ? [] : [{ hash, doubted }]))
        return isOf(owner, person) ? marked.sort((one, other) => one.doubted - other.doubted).map(({ hash }) => hash) : []
      }, []),

    /** Stores these entries, marks others as used, and makes room; entries on screen stay. */
    write: (person: string, entries: readonly CacheEntry[], used: Iterable<string>, onScreen: ReadonlySet<string>) =>
      changeOf(person, async (writing, owner) => {
        for (const hash of used) await touch(writing, owner, hash)
        for (const { hash, data, at } of entries) await putEntry(writing, owner, { hash, text: JSON.stringify(data), at }, allowed(owner))
        await makeRoom(writing, owner, allowed(owner), onScreen)
      }),

    /** The size of this person's cache and its limit, in bytes. Null where this browser stores nothing, or the last change failed. */
    size: (person: string) =>
      readUnlessBlocked(async (database) => {
        const owner = await database.get('owner', only)
        return owner && isOf(owner, person) && !lastFailed ? { bytes: owner.bytes, bytesMax: allowed(owner) } : null
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
