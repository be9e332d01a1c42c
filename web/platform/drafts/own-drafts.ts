import { dropFromDevice, keepOnDevice, keptOnDevice, namesOnDevice } from '#web/platform/drafts/device-memory.ts'
import { lockForm } from '#web/platform/drafts/form-lock.ts'
import { newKey } from '#web/platform/new-key.ts'

/** This tab: what is written in it is kept under names of its own, so that two tabs never write over each other. */
const tab = newKey()
let held = false

// No name has a `#` in it. Without one it was kept when all tabs shared a name.
const ownName = (name: string) => `${name}#${tab}`

/** What this person began to write in this tab under this name; null if there is nothing. */
export function ownDraft(userId: string, name: string): unknown {
  // Others see that this tab is there before anything is written in it.
  if (!held) void lockForm(tab)
  held = true
  return keptOnDevice(userId, ownName(name))?.content ?? null
}

/** Keeps it for its author alone; null forgets it. */
export function keepOwnDraft(userId: string, name: string, content: unknown): void {
  if (content === null) dropFromDevice(userId, ownName(name))
  else keepOnDevice(userId, ownName(name), content)
}

/** Takes over what was left under this name in a tab that is gone, the newest; null if there is nothing. `isWanted` is asked last. */
export async function takeLeftDraft(userId: string, name: string, isWanted: () => boolean): Promise<unknown> {
  const left = namesOnDevice(userId).filter((each) => each !== ownName(name) && (each === name || each.startsWith(`${name}#`)))
  const ages = new Map(left.map((each) => [each, keptOnDevice(userId, each)?.at ?? 0]))
  left.sort((one, other) => (ages.get(other) ?? 0) - (ages.get(one) ?? 0))
  // A page that was reloaded is only just letting go: it is waited for where nothing else is left.
  for (const wait of [false, true]) {
    for (const each of left) {
      const letGo = await lockForm(each.slice(name.length + 1) || each, wait)
      if (!letGo) continue
      const content = isWanted() ? keptOnDevice(userId, each)?.content : undefined
      if (content !== undefined && keepOnDevice(userId, ownName(name), content)) dropFromDevice(userId, each)
      letGo()
      if (!isWanted() || content !== undefined) return content ?? null
    }
  }
  return null
}
