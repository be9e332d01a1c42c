import { limits } from '#domain/limits.ts'
import { followLive, type LiveMessage } from '#web/platform/live/live-stream.ts'
import type { Transport } from '#web/platform/live/live-transport.ts'

/** A leader also sends its position before this message. */
type Note = { from: 'leader'; message: LiveMessage; before: string | null } | { from: 'follower' }

/** A silent leader is replaced after this time, in milliseconds; longer than its own patience with a dead stream. */
const leaderTimeoutMs = 3 * limits.live.heartbeatMs

/**
 * Keeps one live stream per browser: browsers open six connections to a host, so a stream per tab would block the seventh tab. One tab
 * leads and passes on what it receives; when it closes, another takes over at the same position. Where the browser offers no locks (plain
 * HTTP from another host) every tab opens its own stream.
 */
export function followTogether(name: string, from: string | null, publish: (message: LiveMessage) => void): { close: () => void } {
  if (!navigator.locks || typeof BroadcastChannel === 'undefined') return followLive(publish, from)
  const closing = new AbortController()
  const channel = new BroadcastChannel(name)
  let position = from
  /** True until the first message of a leader: hints since the page was rendered, or since a former session ended, were not received here. */
  let mayHaveMissed = true
  let lastTransport: Transport['kind'] = 'stream'
  let lastStatus: LiveMessage | null = null
  let leading = false
  let waiting = new AbortController()
  let watch: ReturnType<typeof setTimeout>

  const send = (note: Note) => channel.postMessage(note)
  const take = (message: LiveMessage) => {
    if (message.kind === 'hint') position = message.hint.position
    if (message.kind === 'beat') {
      position = message.position
      lastTransport = message.by
    }
    if (message.kind === 'status') lastStatus = message
    if (message.kind === 'end') closing.abort()
    publish(message)
  }
  const pass = (message: LiveMessage) => {
    // The stream may report its end just after this page closed it.
    if (closing.signal.aborted) return
    send({ from: 'leader', message, before: position })
    take(message)
  }
  const lead = async (term: AbortSignal) => {
    leading = true
    mayHaveMissed = false
    clearTimeout(watch)
    const stream = followLive(pass, position, lastTransport)
    // Nothing arrives between the answers to polls: this shows the other tabs that the leader is alive.
    const alive = setInterval(() => lastStatus && send({ from: 'leader', message: lastStatus, before: position }), limits.live.heartbeatMs)
    await new Promise<void>((done) => term.addEventListener('abort', () => done()))
    clearInterval(alive)
    stream.close()
    leading = false
  }
  /** Holds the lock until closed or replaced, then queues again. */
  const requestLead = async (options: LockOptions) => {
    const term = new AbortController()
    closing.signal.addEventListener('abort', () => term.abort())
    await navigator.locks.request(name, options, () => lead(term.signal)).catch(() => {})
    term.abort()
    if (!closing.signal.aborted && !options.signal?.aborted) queueUp()
  }
  /** Refetches everything on screen if the leader's position differs from the one this page began at. */
  const catchUp = (before: string | null) => {
    if (!mayHaveMissed || before === null) return
    mayHaveMissed = false
    if (before !== from) publish({ kind: 'missed' })
  }
  const queueUp = () => {
    waiting = new AbortController()
    watchLeader()
    void requestLead({ signal: waiting.signal })
  }
  const replaceLeader = () => {
    waiting.abort()
    void requestLead({ steal: true })
  }
  const watchLeader = () => {
    clearTimeout(watch)
    if (!leading && !closing.signal.aborted) watch = setTimeout(replaceLeader, leaderTimeoutMs)
  }

  channel.onmessage = ({ data }: MessageEvent<Note>) => {
    if (data.from === 'follower') {
      if (leading && lastStatus) send({ from: 'leader', message: lastStatus, before: position })
      return
    }
    watchLeader()
    if (leading) return
    catchUp(data.before)
    take(data.message)
  }
  closing.signal.addEventListener('abort', () => {
    clearTimeout(watch)
    waiting.abort()
    channel.close()
  })
  send({ from: 'follower' })
  queueUp()
  return { close: () => closing.abort() }
}
