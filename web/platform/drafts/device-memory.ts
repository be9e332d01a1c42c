import { limits } from '#domain/limits.ts'

/** Everything kept for a person on this device stands under this; theme and sidebar do not, they outlive a sign-out. */
const root = 'backstall-unsaved:'
const of = (userId: string) => `${root}${encodeURIComponent(userId)}:`
type Kept = { at: number; content: unknown }

/** Messages that were written and not sent yet: they neither grow too old nor make room for anything newer (product §11). */
const lasts = (key: string) => key.includes(':unsent:')

/** Storage may be barred or full; a form then works as if nothing could be kept. */
function attempt<Answer>(act: (storage: Storage) => Answer, otherwise: Answer): Answer {
  try {
    return act(localStorage)
  } catch {
    return otherwise
  }
}

const keysIn = (storage: Storage, start: string) => Object.keys(storage).filter((key) => key.startsWith(start))

function read(storage: Storage, key: string): Kept | null {
  try {
    const kept = JSON.parse(storage.getItem(key) ?? 'null')
    return typeof kept?.at === 'number' && (lasts(key) || Date.now() - kept.at < limits.unsaved.keptMs) ? kept : null
  } catch {
    return null
  }
}

/** Begun messages and begun forms do not push each other out. */
const isDraft = (key: string) => key.includes(':chat:')

function makeRoom(storage: Storage, mine: string[]): void {
  const leaveNewest = (keys: string[], max: number) => {
    const byAge = keys.sort((one, other) => (read(storage, other)?.at ?? 0) - (read(storage, one)?.at ?? 0))
    for (const old of byAge.slice(max)) storage.removeItem(old)
  }
  const passing = mine.filter((key) => !lasts(key))
  leaveNewest(passing.filter(isDraft), limits.unsaved.draftsMax)
  leaveNewest(
    passing.filter((key) => !isDraft(key)),
    limits.unsaved.keptMax,
  )
}

/** Keeps something of this person on this device, of his begun messages and of all else the newest, beside what is unsent; false where that did not work. */
export function keepOnDevice(userId: string, name: string, content: unknown): boolean {
  return attempt((storage) => {
    const key = of(userId) + name
    const text = JSON.stringify({ at: Date.now(), content } satisfies Kept)
    // What stood there before is better than nothing.
    if (text.length > limits.unsaved.charactersMax) return false
    storage.setItem(key, text)
    makeRoom(storage, keysIn(storage, of(userId)))
    return true
  }, false)
}

/** What was kept of this person under this name, and when; null if there is nothing or it is too old. */
export function keptOnDevice(userId: string, name: string): Kept | null {
  return attempt((storage) => read(storage, of(userId) + name), null)
}

/** Forgets what was kept under this name. */
export function dropFromDevice(userId: string, name: string): void {
  attempt((storage) => storage.removeItem(of(userId) + name), undefined)
}

/** Under which names something is kept of this person. */
export function namesOnDevice(userId: string): string[] {
  const mine = (storage: Storage) => keysIn(storage, of(userId)).filter((key) => read(storage, key) !== null)
  return attempt((storage) => mine(storage).map((key) => key.slice(of(userId).length)), [])
}

/** Does this key of the storage stand for something of this person whose name begins so? */
export const isKeyOf = (userId: string, start: string, key: string): boolean => key.startsWith(of(userId) + start)

/** Is anything of anybody kept here? */
export function keepsOnDevice(): boolean {
  return attempt((storage) => keysIn(storage, root).length > 0, false)
}

/** Forgets what was kept of everybody but this person; of everybody at a sign-out. */
export function forgetOnDevice(allBut: string | null): void {
  attempt((storage) => {
    for (const key of keysIn(storage, root)) if (allBut === null || !key.startsWith(of(allBut))) storage.removeItem(key)
  }, undefined)
}
