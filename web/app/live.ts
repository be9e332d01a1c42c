import type { Hint } from '#domain/event.ts'
import { positionFor } from '#web/app/bootstrap.ts'
import { refresher } from '#web/app/live-refresh.ts'
import { namesOnDevice } from '#web/platform/drafts/device-memory.ts'
import { liveLine } from '#web/platform/live/live-line.ts'
import { liveMessages } from '#web/platform/live/live-messages.ts'
import type { LiveStatus } from '#web/platform/live/live-status.ts'
import type { LiveMessage } from '#web/platform/live/live-stream.ts'
import { followTogether } from '#web/platform/live/live-tabs.ts'
import { catchingUp, ownCache, verifyCache } from '#web/platform/queries/own-cache.ts'
import { queries } from '#web/platform/queries/queries.ts'
import { openAskFailed } from '#web/platform/rpc/ask-failed.ts'
import { reconnectDelay } from '#web/platform/rpc/reconnect-delay.ts'
import { announceSessionEnd } from '#web/platform/rpc/session-end.ts'

/** The status line, for `useSyncExternalStore`. Unverified cached data on screen is not current, even if the stream is. */
export const statusLine = {
  read: (): LiveStatus => (liveLine.read() === 'live' && catchingUp.read() ? 'catching-up' : liveLine.read()),
  subscribe: (listener: () => void) => {
    const stops = [liveLine.subscribe(listener), catchingUp.subscribe(listener)]
    return () => {
      for (const stop of stops) stop()
    }
  },
}

/** The module failed to load: without a server it has nothing to do, and the next call loads it again. */
const ignore = () => {}

/** Sends unsent chat messages from any screen, as soon as the server is there. */
function sendUnsent(userId: string): void {
  const some = namesOnDevice(userId).some((name) => name.startsWith('unsent:'))
  if (some) void import('#web/chats/outbox/own-outbox.ts').then(({ outboxOf }) => outboxOf(userId).wake(), ignore)
}

function receiveChatMessage(hint: Hint): void {
  liveMessages.publish(hint)
  const { message } = hint
  if (message) void import('#web/chats/conversation/report-delivered.ts').then(({ reportDelivered }) => reportDelivered(message), ignore)
}

/** Keeps every open screen current while this person is signed in; returns the stop function. */
export function startLive(userId: string): () => void {
  const refresh = refresher(queries)
  const failed = openAskFailed(queries)
  const stopped = new AbortController()
  let stream: { close: () => void }

  let latest = liveLine.read()
  /** The missed hints have arrived, but the screen is stale until its data has been refetched. */
  const showLive = async () => {
    if (liveLine.read() === 'offline') liveLine.set('catching-up')
    await refresh.settled()
    if (latest === 'live' && !stopped.signal.aborted) liveLine.set('live')
  }
  const setStatus = (next: LiveStatus) => {
    if (next === 'live' && latest !== 'live') {
      failed.now()
      liveMessages.isBack()
    }
    latest = next
    if (next !== 'live') return liveLine.set(next)
    sendUnsent(userId)
    verifyCache()
    void showLive()
  }
  const receiveHint = (hint: Hint) => {
    if (liveMessages.isRepeat(hint)) return
    refresh.hint(hint.kind, hint.id)
    if (hint.kind === 'chat.message') receiveChatMessage(hint)
    const { kind } = hint
    // Messages were erased, or their author has another name now.
    if (kind === 'user.close' || kind === 'chat.erase' || kind === 'user.profile') liveMessages.outdated()
    // A name was erased everywhere: cached answers from before hold it.
    if (kind === 'user.close' || kind === 'chat.erase' || kind === 'order.erased') void ownCache.remove()
  }
  const receiveEnd = async (reason: string) => {
    if (await announceSessionEnd(reason)) return
    // A former session's stream ended. The new stream refetches what happened since.
    setStatus('catching-up')
    await new Promise((resume) => setTimeout(resume, reconnectDelay(1)))
    if (!stopped.signal.aborted) follow(null)
  }
  const receive = (message: LiveMessage) => {
    if (message.kind === 'hint') receiveHint(message.hint)
    if (message.kind === 'missed') {
      refresh.all()
      liveMessages.missed()
    }
    if (message.kind === 'end') void receiveEnd(message.reason)
    if (message.kind === 'status') setStatus(message.status)
  }
  const follow = (from: string | null) => {
    stream = followTogether(`backstall-live-${userId}`, from, receive)
  }

  follow(positionFor(userId))
  return () => {
    stopped.abort()
    stream.close()
    failed.stop()
    refresh.close()
  }
}
