import { namesOnDevice, readFromDevice, removeFromDevice, renameOnDevice, storeOnDevice } from '#web/platform/drafts/device-memory.ts'
import { lockTab } from '#web/platform/drafts/tab-lock.ts'
import { newKey } from '#web/platform/new-key.ts'
import { currentUserId } from '#web/platform/queries/queries.ts'

/** The id of this tab. Its drafts have names of their own, so two tabs never overwrite each other's. */
const tab = newKey()
let isLocked = false

const handedOver = 'backstall-tab'
/** The id of this tab before a reload; null if there was none. Storage may be blocked. */
const tabBefore = attempt(() => {
  const id = sessionStorage.getItem(handedOver)
  sessionStorage.removeItem(handedOver)
  return id
})
addEventListener('pagehide', () => {
  if (isLocked && currentUserId() !== null) attempt(() => sessionStorage.setItem(handedOver, tab))
})

function attempt<Answer>(act: () => Answer): Answer | null {
  try {
    return act()
  } catch {
    return null
  }
}

// No name contains a `#`. A key without one is from the time when all tabs shared a name.
const ownName = (name: string) => `${name}#${tab}`

/** Unsaved input, and when it was stored. */
export type Draft<Content> = { content: Content; at: number }

/**
 * Unsaved input of one kind, stored on this device for its author alone. It survives leaving the page; once the tab is closed, the next tab
 * takes it over (product §11). `contentOf` returns null for anything that is no such input.
 */
export function drafts<Content>(contentOf: (stored: unknown) => Content | null) {
  function read(userId: string, name: string): Draft<Content> | null {
    const stored = readFromDevice(userId, name)
    const content = stored && contentOf(stored.content)
    return stored && content !== null ? { content, at: stored.at } : null
  }

  return {
    /** This person's draft of this name in this tab. */
    own(userId: string, name: string): Draft<Content> | null {
      // The tab's lock shows the others that it is open, before anything is stored.
      if (!isLocked) void lockTab(tab)
      isLocked = true
      return read(userId, ownName(name))
    },

    /** Stores a draft, or deletes it if it is null. True if it is stored now. After a sign-out nothing of this person is stored. */
    store(userId: string, name: string, content: Content | null): boolean {
      if (currentUserId() !== userId) return false
      if (content !== null) return storeOnDevice(userId, ownName(name), content)
      removeFromDevice(userId, ownName(name))
      return false
    },

    /**
     * Takes over the draft of this name from before a reload, else the newest that a closed tab left. `isWanted` is checked first, and again before
     * it is taken.
     */
    async takeOver(userId: string, name: string, isWanted: () => boolean): Promise<Draft<Content> | null> {
      if (!isWanted()) return null
      const left = namesOnDevice(userId).filter((each) => each !== ownName(name) && (each === name || each.startsWith(`${name}#`)))
      const ageOf = (each: string) => (each === `${name}#${tabBefore}` ? Number.POSITIVE_INFINITY : (readFromDevice(userId, each)?.at ?? 0))
      left.sort((one, other) => ageOf(other) - ageOf(one))
      // A page that was just closed or reloaded may release its lock in a moment: the second round waits for all.
      for (const waitsForAll of [false, true]) {
        for (const each of left) {
          const id = each.slice(name.length + 1) || each
          const release = await lockTab(id, waitsForAll || id === tabBefore)
          if (!release) continue
          const isMine = isWanted() && currentUserId() === userId
          const draft = isMine ? read(userId, each) : null
          if (draft) renameOnDevice(userId, each, ownName(name))
          release()
          if (!isMine || draft) return draft
        }
      }
      return null
    },
  }
}
