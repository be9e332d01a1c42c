import { limits } from '#domain/limits.ts'
import { keysIn, prefixOf } from '#web/platform/drafts/clear-device.ts'
import { withLocalStorage } from '#web/platform/local-storage.ts'

type Stored = { at: number; content: unknown }

/** Unsent messages: they never expire and are never deleted to make room (product §11). */
const isUnsent = (key: string) => key.includes(':unsent:')

/** The chosen columns of lists: one small entry, which no number of drafts displaces. */
const isChoice = (key: string) => key.endsWith(':columns')

function read(storage: Storage, key: string): Stored | null {
  try {
    const stored = JSON.parse(storage.getItem(key) ?? 'null')
    return typeof stored?.at === 'number' && (isUnsent(key) || Date.now() - stored.at < limits.unsaved.keptMs) ? stored : null
  } catch {
    return null
  }
}

/** Drafts of messages and of forms are limited separately. */
const isDraft = (key: string) => key.includes(':chat:')

function makeRoom(storage: Storage, mine: string[]): void {
  const leaveNewest = (keys: string[], max: number) => {
    const byAge = keys.sort((one, other) => (read(storage, other)?.at ?? 0) - (read(storage, one)?.at ?? 0))
    for (const old of byAge.slice(max)) storage.removeItem(old)
  }
  const passing = mine.filter((key) => !isUnsent(key) && !isChoice(key))
  leaveNewest(passing.filter(isDraft), limits.unsaved.draftsMax)
  leaveNewest(
    passing.filter((key) => !isDraft(key)),
    limits.unsaved.keptMax,
  )
}

/**
 * Stores data of this person on this device and deletes the oldest drafts beyond the limits, never unsent messages. Returns false if that
 * failed.
 */
export function storeOnDevice(userId: string, name: string, content: unknown): boolean {
  return withLocalStorage((storage) => {
    const key = prefixOf(userId) + name
    const text = JSON.stringify({ at: Date.now(), content } satisfies Stored)
    // Too large: the former content stays.
    if (text.length > limits.unsaved.charactersMax) return false
    storage.setItem(key, text)
    makeRoom(storage, keysIn(storage, prefixOf(userId)))
    return true
  }, false)
}

/** Gives what is stored for this person another name. It keeps its age, and makes no room: the number of entries is the same. */
export function renameOnDevice(userId: string, from: string, to: string): void {
  withLocalStorage((storage) => {
    const text = storage.getItem(prefixOf(userId) + from)
    storage.removeItem(prefixOf(userId) + from)
    if (text !== null) storage.setItem(prefixOf(userId) + to, text)
  }, undefined)
}

/** What is stored for this person under this name, and when; null if there is nothing or it is too old. */
export function readFromDevice(userId: string, name: string): Stored | null {
  return withLocalStorage((storage) => read(storage, prefixOf(userId) + name), null)
}

export function removeFromDevice(userId: string, name: string): void {
  withLocalStorage((storage) => storage.removeItem(prefixOf(userId) + name), undefined)
}

/** The names under which something is stored for this person. */
export function namesOnDevice(userId: string): string[] {
  const mine = (storage: Storage) => keysIn(storage, prefixOf(userId)).filter((key) => read(storage, key) !== null)
  return withLocalStorage((storage) => mine(storage).map((key) => key.slice(prefixOf(userId).length)), [])
}

/** True if this storage key belongs to this person and its name begins with `start`. */
export const isKeyOf = (userId: string, start: string, key: string): boolean => key.startsWith(prefixOf(userId) + start)
