import { type DBSchema, deleteDB, type IDBPDatabase, type IDBPTransaction, openDB } from 'idb'
import { AppError } from '#domain/errors.ts'
import { limits } from '#domain/limits.ts'

import { bar, isBarred, unbar } from '#web/seen/barred.ts'
import { seenDatabase } from '#web/seen/database-name.ts'

/** An answer of the server as it was last seen: of which question (a query's hash), and when, in milliseconds. */
export type Seen = { hash: string; data: unknown; at: number }

/**
 * Whose all of it is. `open` while his session is; `who` is what the server last said of him, and when.
 * `bytes` counts what is kept, `bytesMax` is how much he allows, where he chose; `turn` counts the uses, so that the least recently used is known whatever the clock says.
 */
type Owner = {
  person: string
  build: string
  open: boolean
  who: unknown
  at: number
  bytes: number
  bytesMax?: number | undefined
  turn: number
}
type Row = { hash: string; text: string; at: number }
type Size = { hash: string; bytes: number; used: number }

interface Schema extends DBSchema {
  owner: { key: string; value: Owner }
  rows: { key: string; value: Row; indexes: { at: number } }
  sizes: { key: string; value: Size; indexes: { used: number } }
}
type Database = IDBPDatabase<Schema>
type Writing = IDBPTransaction<Schema, ('owner' | 'rows' | 'sizes')[], 'readwrite'>

const stores: ('owner' | 'rows' | 'sizes')[] = ['owner', 'rows', 'sizes']
const only = 'owner'

/**
 * What was seen, in IndexedDB, bounded by bytes: room is made by forgetting what was used least recently, never what is on screen (product §11).
 * It belongs to one person at a time; every reading and writing names him, and in the same transaction it is looked up whether it is still his.
 * Where the browser keeps nothing, or its disk is full, everything works as if nothing had been seen.
 * Throws `invalid-argument` for less than the least size.
 */
export function openSeen(bytesMax: number = limits.cache.bytes) {
  refuseTooLittle(bytesMax)
  const { attempt, removeAll } = connection()
  let lastFailed = false
  /** Answers whether it was done; wholly or not at all. */
  const change = async (work: (writing: Writing) => Promise<unknown>): Promise<boolean> => {
    lastFailed = await attempt(async (database) => {
      await whole(database, work)
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
      look(async (database): Promise<Seen | null> => {
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

    /** Keeps these answers, notes that others were used, and makes room; what is on screen stays. */
    write: (person: string, seen: readonly Seen[], used: Iterable<string>, onScreen: ReadonlySet<string>) =>
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

export type SeenStore = ReturnType<typeof openSeen>

function refuseTooLittle(bytes: number): void {
  const { bytesMin } = limits.cache
  const message = `Allow at least ${bytesMin / 2 ** 20} MiB (${bytesMin.toLocaleString('en')} bytes).`
  if (!(bytes >= bytesMin)) throw new AppError('invalid-argument', { field: 'bytes', message })
}

const tooOld = () => Date.now() - limits.cache.keptMs

/** Does something wholly or not at all. */
async function whole(database: Database, work: (writing: Writing) => Promise<unknown>): Promise<void> {
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

const isOf = (owner: Owner | undefined, person: string): boolean => owner?.open === true && owner.person === person

async function empty(writing: Writing): Promise<void> {
  await Promise.all([writing.objectStore('rows').clear(), writing.objectStore('sizes').clear()])
}

async function touch(writing: Writing, owner: Owner, hash: string): Promise<void> {
  const known = await writing.objectStore('sizes').get(hash)
  if (!known) return
  owner.turn += 1
  await writing.objectStore('sizes').put({ ...known, used: owner.turn })
}

async function keep(writing: Writing, owner: Owner, row: Row, bytesMax: number): Promise<void> {
  await drop(writing, owner, row.hash)
  const bytes = new TextEncoder().encode(row.hash + row.text).length
  if (bytes > bytesMax) return
  owner.bytes += bytes
  owner.turn += 1
  await writing.objectStore('rows').put(row)
  await writing.objectStore('sizes').put({ hash: row.hash, bytes, used: owner.turn })
}

async function drop(writing: Writing, owner: Owner, hash: string): Promise<void> {
  const known = await writing.objectStore('sizes').get(hash)
  if (!known) return
  owner.bytes -= known.bytes
  await Promise.all([writing.objectStore('rows').delete(hash), writing.objectStore('sizes').delete(hash)])
}

async function makeRoom(writing: Writing, owner: Owner, bytesMax: number, onScreen: ReadonlySet<string>): Promise<void> {
  if (owner.bytes <= bytesMax) return
  let oldest = await writing.objectStore('sizes').index('used').openCursor()
  while (oldest && owner.bytes > bytesMax) {
    if (!onScreen.has(oldest.value.hash)) await drop(writing, owner, oldest.value.hash)
    oldest = await oldest.continue()
  }
}

/** The database, opened with the first use, and again after another tab has removed it or anything has failed. */
function connection() {
  let opening: Promise<Database> | null = null
  const forget = () => {
    opening = null
  }
  const open = async () =>
    await openDB<Schema>(seenDatabase, 1, {
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
        await deleteDB(seenDatabase)
        return true
      } catch {
        return false
      }
    },
  }
}

/** What this browser keeps of what was seen. */
export const seen = openSeen()
