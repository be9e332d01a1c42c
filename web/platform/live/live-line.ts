import type { LiveStatus } from '#web/platform/live/live-status.ts'

let status: LiveStatus = 'catching-up'
const listeners = new Set<() => void>()

/** The state of the stream, for `useSyncExternalStore`. */
export const liveLine = {
  read: () => status,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  show: (next: LiveStatus) => {
    status = next
    for (const listener of listeners) listener()
  },
}
