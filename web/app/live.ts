import type { Hint } from '#domain/event.ts'
import { positionFor } from '#web/app/known.ts'
import { refresher } from '#web/app/live-refresh.ts'
import { namesOnDevice } from '#web/platform/drafts/device-memory.ts'
import { liveMessages } from '#web/platform/live/live-messages.ts'
import { type LiveStatus, reconnectDelay } from '#web/platform/live/live-status.ts'
import type { LiveMessage } from '#web/platform/live/live-stream.ts'
import { followTogether } from '#web/platform/live/live-tabs.ts'
import { queries } from '#web/platform/queries/queries.ts'
import { confirmSeen, forgetSeen } from '#web/platform/queries/seen-here.ts'
import { openAskFailed } from '#web/platform/rpc/ask-failed.ts'
import { announceSessionEnd } from '#web/platform/rpc/session-end.ts'

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

/** The part did not come: without a server there is nobody to tell either, and the next time asks for it anew. */
const notThere = () => {}

/** What was written in chats and not sent yet goes out from any screen, as soon as the server is there. */
function sendUnsent(userId: string): void {
  const some = namesOnDevice(userId).some((name) => name.startsWith('unsent:'))
  if (some) void import('#web/chats/outbox-here.ts').then(({ outboxOf }) => outboxOf(userId).wake(), notThere)
}

function hearOfChat(hint: Hint): void {
  liveMessages.tell(hint)
  const { message } = hint
  if (message) void import('#web/chats/deliver.ts').then(({ noteDelivered }) => noteDelivered(message), notThere)
}

/** Keeps every open screen true while this person is signed in; returns how to stop. */
export function startLive(userId: string): () => void {
  const refresh = refresher(queries)
  const failed = openAskFailed(queries)
  const stopped = new AbortController()
  let stream: { close: () => void }

  let latest: LiveStatus = status
  const show = (next: LiveStatus) => {
    status = next
    for (const listener of listeners) listener()
  }
  /** What was missed has been told by now, but what is on screen is as it was before until it has been asked for. */
  const showLive = async () => {
    if (status === 'offline') show('catching-up')
    await refresh.settled()
    if (latest === 'live' && !stopped.signal.aborted) show('live')
  }
  const say = (next: LiveStatus) => {
    if (next === 'live' && latest !== 'live') {
      failed.now()
      liveMessages.isBack()
    }
    latest = next
    if (next !== 'live') return show(next)
    sendUnsent(userId)
    confirmSeen()
    void showLive()
  }
  const hearHint = (hint: Hint) => {
    if (liveMessages.isKnown(hint)) return
    refresh.hint(hint.kind, hint.id)
    if (hint.kind === 'chat.message') hearOfChat(hint)
    // Words went, or whoever said them is called otherwise by now.
    if (hint.kind === 'user.close' || hint.kind === 'user.profile') liveMessages.outdated()
    if (hint.kind === 'user.close' || hint.kind === 'order.erased') forgetSeen()
  }
  const hearEnd = async (reason: string) => {
    if (await announceSessionEnd(reason)) return
    // It was the stream of a former session. Whatever happened since is asked for by the one of now.
    say('catching-up')
    await new Promise((resume) => setTimeout(resume, reconnectDelay(1, Math.random())))
    if (!stopped.signal.aborted) follow(null)
  }
  const hear = (message: LiveMessage) => {
    if (message.kind === 'hint') hearHint(message.hint)
    if (message.kind === 'missed') {
      refresh.all()
      liveMessages.missed()
    }
    if (message.kind === 'end') void hearEnd(message.reason)
    if (message.kind === 'status') say(message.status)
  }
  const follow = (from: string | null) => {
    stream = followTogether(`backstall-live-${userId}`, from, hear)
  }

  follow(positionFor(userId))
  return () => {
    stopped.abort()
    stream.close()
    failed.stop()
    refresh.close()
  }
}
