import { positionFor } from '#web/app/known.ts'
import { refresher } from '#web/app/live-refresh.ts'
import type { LiveStatus } from '#web/app/live-status.ts'
import { followTogether } from '#web/app/live-tabs.ts'
import { queries } from '#web/app/queries.ts'
import { announceSessionEnd } from '#web/app/session-end.ts'

let status: LiveStatus = 'catching-up'
const listeners = new Set<() => void>()

/** What the status line says, for `useSyncExternalStore`. */
export const liveLine = {
  read: () => status,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

/** Keeps every open screen true while this person is signed in; returns how to stop. */
export function startLive(userId: string): () => void {
  const refresh = refresher(queries)
  const stream = followTogether(`backstall-live-${userId}`, positionFor(userId), (message) => {
    if (message.kind === 'hint') refresh.hint(message.hint.kind, message.hint.id)
    if (message.kind === 'missed') refresh.all()
    if (message.kind === 'end') announceSessionEnd(message.reason)
    if (message.kind === 'status') {
      status = message.status
      for (const listener of listeners) listener()
    }
  })
  return () => {
    stream.close()
    refresh.close()
  }
}
