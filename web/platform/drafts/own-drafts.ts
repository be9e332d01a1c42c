import { namesOnDevice, readFromDevice, removeFromDevice, storeOnDevice } from '#web/platform/drafts/device-memory.ts'
import { lockForm } from '#web/platform/drafts/form-lock.ts'
import { newKey } from '#web/platform/new-key.ts'

/** The id of this tab. Its drafts have names of their own, so two tabs never overwrite each other's. */
const tab = newKey()
let isLocked = false

// No name contains a `#`. A key without one is from the time when all tabs shared a name.
const ownName = (name: string) => `${name}#${tab}`

/** This person's draft of this name in this tab; null if there is none. */
export function ownDraft(userId: string, name: string): unknown {
  // The tab's lock shows the others that it is open, before anything is stored.
  if (!isLocked) void lockForm(tab)
  isLocked = true
  return readFromDevice(userId, ownName(name))?.content ?? null
}

/** Stores a draft for its author alone; null deletes it. */
export function storeOwnDraft(userId: string, name: string, content: unknown): void {
  if (content === null) removeFromDevice(userId, ownName(name))
  else storeOnDevice(userId, ownName(name), content)
}

/** Takes over the newest draft of this name that a closed tab left; null if there is none. `isWanted` is checked last. */
export async function takeOverDraft(userId: string, name: string, isWanted: () => boolean): Promise<unknown> {
  const left = namesOnDevice(userId).filter((each) => each !== ownName(name) && (each === name || each.startsWith(`${name}#`)))
  const ages = new Map(left.map((each) => [each, readFromDevice(userId, each)?.at ?? 0]))
  left.sort((one, other) => (ages.get(other) ?? 0) - (ages.get(one) ?? 0))
  // A page that was reloaded may release its lock in a moment: the second round waits for it.
  for (const wait of [false, true]) {
    for (const each of left) {
      const release = await lockForm(each.slice(name.length + 1) || each, wait)
      if (!release) continue
      const content = isWanted() ? readFromDevice(userId, each)?.content : undefined
      if (content !== undefined && storeOnDevice(userId, ownName(name), content)) removeFromDevice(userId, each)
      release()
      if (!isWanted() || content !== undefined) return content ?? null
    }
  }
  return null
}
