import type { Hint } from '#domain/event.ts'
import { namesOnDevice } from '#web/app/device-memory.ts'
import { positionFor } from '#web/app/known.ts'
import { liveMessages } from '#web/app/live-messages.ts'
import { refresher } from '#web/app/live-refresh.ts'
import type { LiveStatus } from '#web/app/live-status.ts'
import { followTogether } from '#web/app/live-tabs.ts'
import { worthRetrying } from '#web/app/problem.ts'
import { queries } from '#web/app/queries.ts'
import { announceSessionEnd } from '#web/app/session-end.ts'
import { confirmSeen, forgetSeen } from '#web/seen/seen-here.ts'

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

/** What was written in chats and not sent yet goes out from any screen, as soon as the server is there. */
function sendUnsent(userId: string): void {
  const some = namesOnDevice(userId).some((name) => name.startsWith('unsent:'))
  if (some) void import('#web/chats/outbox-here.ts').then(({ outboxOf }) => outboxOf(userId).wake())
}

/** What a screen asked for in vain while the server was not there. */
function askAgainForFailed(): void {
  void queries.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' && worthRetrying(state.error) })
}

function hearOfChat(hint: Hint): void {
  liveMessages.tell(hint)
  const { message } = hint
  if (message) void import('#web/chats/deliver.ts').then(({ noteDelivered }) => noteDelivered(message))
}

/** Keeps every open screen true while this person is signed in; returns how to stop. */
export function startLive(userId: string): () => void {
  const refresh = refresher(queries)
  const stream = followTogether(`backstall-live-${userId}`, positionFor(userId), (message) => {
    if (message.kind === 'hint' && !liveMessages.isKnown(message.hint)) {
      refresh.hint(message.hint.kind, message.hint.id)
      if (message.hint.kind === 'chat.message') hearOfChat(message.hint)
      // Words went, or whoever said them is called otherwise by now.
      if (message.hint.kind === 'user.close' || message.hint.kind === 'user.profile') liveMessages.outdated()
      if (message.hint.kind === 'user.close' || message.hint.kind === 'order.erased') forgetSeen()
    }
    if (message.kind === 'missed') {
      refresh.all()
      liveMessages.missed()
    }
    if (message.kind === 'end') announceSessionEnd(message.reason)
    if (message.kind === 'status') {
      if (message.status === 'live' && status !== 'live') askAgainForFailed()
      status = message.status
      if (status === 'live') {
        sendUnsent(userId)
        confirmSeen()
      }
      for (const listener of listeners) listener()
    }
  })
  return () => {
    stream.close()
    refresh.close()
  }
}
