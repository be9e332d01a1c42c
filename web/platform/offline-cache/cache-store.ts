import { AppError } from '#domain/errors.ts'
import { limits } from '#domain/limits.ts'
import { bar, isBarred, unbar } from '#web/platform/offline-cache/barred.ts'
import {
  connection,
  type Database,
  inTransaction,
  isOf,
  type Owner,
  only,
  type Writing,
} from '#web/platform/offline-cache/cache-connection.ts'
import { drop, empty, keep, makeRoom, markUnverified, touch } from '#web/platform/offline-cache/cache-entries.ts'

/** An answer of the server as it was last seen: of which question (a query's hash), and when, in milliseconds. */
export type CacheEntry = { hash: string; data: unknown; at: number }

/**
 * What was seen, in IndexedDB, bounded by bytes: room is made by forgetting what was used least recently, never what is on screen (product §11).
 * It belongs to one person at a time; every reading and writing names him, and in the same transaction it is looked up whether it is still his.
 * Where the browser keeps nothing, or its disk is full, everything works as if nothing had been seen.
 * Throws `invalid-argument` for less than the least size.
 */
export function openCacheStore(bytesMax: number = limits.cache.bytes) {
  refuseTooLittle(bytesMax)
  const { attempt, removeAll } = connection()
  let lastFailed = false
  /** Answers whether it was done; wholly or not at all. */
  const change = async (work: (writing: Writing) => Promise<unknown>): Promise<boolean> => {
    lastFailed = await attempt(async (database) => {
      await inTransaction(database, work)
      return false
    }, true)
    return !lastFailed
  }
  /** Reads nothing while what is there may be another's. */
  const look = async <Answer>(work: (database: Database) => Promise<Answer>, otherwise: Answer): Promise<Answer> =>
    isBarred() ? otherwise : await attempt(work, otherwise)
  /** Changes something of this person, and of nobody else. */
  const changeOf = (person: string, work: (writing: Writing, owner: Owner) => Promise<unknown>) =>
    change(async (writing) => {
      const owner = await writing.objectStore('owner').get(only)
      if (!owner || !isOf(owner, person)) return
      await work(writing, owner)
      await writing.objectStore('owner').put(owner, only)
    })
  /** A change without which somebody might see what is not his. Where it fails all goes, and where that fails too, nothing is read before it has gone. */
  const changeOrRemove = async (work: (writing: Writing) => Promise<unknown>): Promise<boolean> => {
    // Once more, as another window may have closed the store in that very moment.
    const isDone = (await change(work)) || (await change(work)) || (await removeAll())
    if (!isDone) bar()
    return isDone
  }
  const clear = async (): Promise<boolean> => {
    // Before anything else: whoever closes the window now has signed out.
    bar()
    const isDone = await changeOrRemove(async (writing) => {
      await empty(writing)
      await writing.objectStore('owner').clear()
    })
    if (isDone) unbar()
    return isDone
  }
  const allowed = (owner: Owner) => owner.bytesMax ?? bytesMax

  return {
    /** Who was last signed in here and what the server said of him, if his session was not seen to end since; for this build only. */
    remembered: (build: string) =>
      look(async (database) => {
        const owner = await database.get('owner', only)
        return owner?.open && owner.build === build && Date.now() - owner.at < limits.session.lifeMs ? owner.who : null
      }, null),

    /** From now on this person's, of whom the server said `who` at this moment. What somebody else saw, or another build wrote, is forgotten in the same transaction. */
    adopt: async (person: string, build: string, who: unknown, at: number = Date.now()): Promise<void> => {
      if (isBarred() && !(await clear())) return
      await changeOrRemove(async (writing) => {
        const owner = await writing.objectStore('owner').get(only)
        const known = owner?.person === person && owner.build === build ? owner : null
        if (!known) await empty(writing)
        const chosen = owner?.person === person ? owner.bytesMax : undefined
        const now: Owner = { bytes: 0, turn: 0, bytesMax: chosen, ...known, person, build, open: true, who, at }
        const old = await writing.objectStore('rows').index('at').getAllKeys(IDBKeyRange.upperBound(tooOld()))
        for (const hash of old) await drop(writing, now, hash)
        await writing.objectStore('owner').put(now, only)
      })
    },

    /**
     * His session ran out: nobody gets to see any of it before he has signed in again. `asked` is when this was asked of the server; whoever
     * has signed in since, in another window, keeps it open.
     */
    lock: (asked: number = Date.now()) =>
      isBarred()
        ? clear()
        : changeOrRemove(async (writing) => {
            const owner = await writing.objectStore('owner').get(only)
            // A clock that was put back makes nobody newer than this moment.
            const isSince = owner && owner.at > asked && owner.at <= Date.now()
            if (owner && !isSince) await writing.objectStore('owner').put({ ...owner, open: false, who: null }, only)
          }),

    /** Is it this person's, and not open for him? */
    isLocked: (person: string) =>
      look(async (database) => {
        const owner = await database.get('owner', only)
        return owner?.person === person && !owner.open
      }, false),

    /** Is there nothing of anybody? */
    isEmpty: () => attempt(async (database) => (await database.count('owner')) === 0, true),

    /** Nothing is left of anybody. Answers false where the browser could not remove it; nobody gets to see it then. */
    clear,

    read: (person: string, hash: string) =>
      look(async (database): Promise<CacheEntry | null> => {
        const reading = database.transaction(['owner', 'rows'])
        const [owner, row] = await Promise.all([reading.objectStore('owner').get(only), reading.objectStore('rows').get(hash)])
        return row && row.at > tooOld() && isOf(owner, person) ? { hash, data: JSON.parse(row.text), at: row.at } : null
      }, null),

    /** The questions whose answers are kept. */
    hashes: (person: string) =>
      look(async (database): Promise<string[]> => {
        const reading = database.transaction(['owner', 'sizes'])
        const [owner, hashes] = await Promise.all([reading.objectStore('owner').get(only), reading.objectStore('sizes').getAllKeys()])
        return isOf(owner, person) ? hashes : []
      }, []),

    /** What was not confirmed by an answer that was asked for at this moment is in doubt from now on, one after another. */
    doubt: (person: string, hashes: readonly string[], asked: number) =>
      changeOf(person, async (writing, owner) => {
        for (const hash of hashes) await markUnverified(writing, owner, hash, asked)
      }),

    /** The questions whose answers are in doubt, in the order in which they came to be, until the server has answered them. */
    doubted: (person: string) =>
      look(async (database): Promise<string[]> => {
        const reading = database.transaction(['owner', 'sizes'])
        const [owner, sizes] = await Promise.all([reading.objectStore('owner').get(only), reading.objectStore('sizes').getAll()])
        const inDoubt = sizes.flatMap(({ hash, doubted }) => (doubted === undefined ? [] : [{ hash, doubted }]))
        return isOf(owner, person) ? inDoubt.sort((one, other) => one.doubted - other.doubted).map(({ hash }) => hash) : []
      }, []),

    /** Keeps these answers, notes that others were used, and makes room; what is on screen stays. */
    write: (person: string, seen: readonly CacheEntry[], used: Iterable<string>, onScreen: ReadonlySet<string>) =>
      changeOf(person, async (writing, owner) => {
        for (const hash of used) await touch(writing, owner, hash)
        for (const { hash, data, at } of seen) await keep(writing, owner, { hash, text: JSON.stringify(data), at }, allowed(owner))
        await makeRoom(writing, owner, allowed(owner), onScreen)
      }),

    /** How much is kept of this person and how much may be, in bytes. Null where this browser keeps nothing, or the last change did not fit. */
    size: (person: string) =>
      look(async (database) => {
        const owner = await database.get('owner', only)
        return owner && isOf(owner, person) && !lastFailed ? { bytes: owner.bytes, bytesMax: allowed(owner) } : null
      }, null),

    /** From now on at most so many bytes are kept of this person; what is too much goes at once. Throws `invalid-argument` for less than the least size. */
    allow: async (person: string, bytes: number, onScreen: ReadonlySet<string>): Promise<void> => {
      refuseTooLittle(bytes)
      await changeOf(person, async (writing, owner) => {
        owner.bytesMax = bytes
        await makeRoom(writing, owner, bytes, onScreen)
      })
    },

    remove: (person: string, hash: string) => changeOf(person, async (writing, owner) => await drop(writing, owner, hash)),

    /** All answers go; whose the place is, stays. */
    forgetRows: (person: string) =>
      changeOf(person, async (writing, owner) => {
        await empty(writing)
        owner.bytes = 0
      }),
  }
}

export type CacheStore = ReturnType<typeof openCacheStore>

function refuseTooLittle(bytes: number): void {
  const { bytesMin } = limits.cache
  const message = `Allow at least ${bytesMin / 2 ** 20} MiB (${bytesMin.toLocaleString('en')} bytes).`
  if (!(bytes >= bytesMin)) throw new AppError('invalid-argument', { field: 'bytes', message })
}

const tooOld = () => Date.now() - limits.cache.keptMs

/** What this browser keeps of what was seen. */
export const cacheStore = openCacheStore()
