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

/** Keeps something of this person on this device, the newest `limits.unsaved.keptMax` of his beside what is unsent; false where that did not work. */
export function keepOnDevice(userId: string, name: string, content: unknown): boolean {
  return attempt((storage) => {
    const key = of(userId) + name
    const text = JSON.stringify({ at: Date.now(), content } satisfies Kept)
    if (text.length > limits.unsaved.charactersMax) {
      storage.removeItem(key)
      return false
    }
    storage.setItem(key, text)
    const mine = keysIn(storage, of(userId)).filter((kept) => !lasts(kept))
    const byAge = mine.sort((one, other) => (read(storage, other)?.at ?? 0) - (read(storage, one)?.at ?? 0))
    for (const old of byAge.slice(limits.unsaved.keptMax)) storage.removeItem(old)
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
