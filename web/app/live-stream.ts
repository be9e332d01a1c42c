import type { Hint } from '#domain/event.ts'
import { limits } from '#domain/limits.ts'
import { type Line, type LiveStatus, liveStatus, reconnectDelay } from '#web/app/live-status.ts'
import { readEvents } from '#web/app/server-sent-events.ts'

/** What the stream tells. `missed` means: anything may have changed, ask again for all that is shown. */
export type LiveMessage =
  | { kind: 'hint'; hint: Hint }
  | { kind: 'missed' }
  | { kind: 'beat'; position: string }
  | { kind: 'status'; status: LiveStatus }
  | { kind: 'end'; reason: string }

type Body = { position: string; reason?: string; kind?: Hint['kind']; id?: string }

/** A stream unheard of for so long is dead, though it may look open, in milliseconds. */
const deadAfter = 2 * limits.live.heartbeatMs

/**
 * Follows `/api/live`, resuming where it stopped, until closed or told that the session has ended.
 * `from` is the position to resume at, null to start afresh.
 */
export function followLive(tell: (message: LiveMessage) => void, from: string | null): { close: () => void } {
  const closing = new AbortController()
  const line: Line = { online: navigator.onLine, heard: false, caughtUp: false, failures: 0 }
  let position = from
  let said: LiveStatus | null = null
  let wakeUp = () => {}
  let hangUp = () => {}

  const say = (change: Partial<Line>) => {
    Object.assign(line, change)
    const status = liveStatus(line)
    if (status !== said && !closing.signal.aborted) tell({ kind: 'status', status })
    said = status
  }
  const caughtUp = () => say({ heard: true, caughtUp: true, failures: 0 })
  const hear: Record<string, (body: Body) => void> = {
    hello: ({ position: start }) => {
      // The first connection learns where it stands; what was read before that moment may already be old.
      if (position === null) tell({ kind: 'missed' })
      position ??= start
      say({ heard: true, failures: 0 })
    },
    hint: ({ position: at, kind, id }) => {
      position = at
      if (kind && id) tell({ kind: 'hint', hint: { position: at, kind, id } })
    },
    // The first one also says that what was missed has all been told.
    beat: ({ position: at }) => {
      position = at
      tell({ kind: 'beat', position: at })
      caughtUp()
    },
    reset: ({ position: at }) => {
      position = at
      tell({ kind: 'missed' })
      caughtUp()
    },
    end: ({ reason }) => {
      closing.abort()
      tell({ kind: 'end', reason: reason ?? '' })
    },
  }

  async function listen(): Promise<void> {
    const call = new AbortController()
    hangUp = () => call.abort()
    let dead = setTimeout(hangUp, deadAfter)
    try {
      const address = position === null ? '/api/live' : `/api/live?position=${encodeURIComponent(position)}`
      const answer = await fetch(address, { signal: call.signal, headers: { accept: 'text/event-stream' }, cache: 'no-store' })
      if (answer.status === 401 || answer.status === 403) return hear.end?.({ position: '', reason: await codeOf(answer) })
      if (!answer.ok || !answer.body) return
      for await (const { event, data } of readEvents(answer.body)) {
        clearTimeout(dead)
        dead = setTimeout(hangUp, deadAfter)
        hear[event]?.(JSON.parse(data))
      }
    } finally {
      clearTimeout(dead)
      call.abort()
    }
  }

  async function keepListening(): Promise<void> {
    while (!closing.signal.aborted) {
      await listen().catch(() => {})
      say({ heard: false, caughtUp: false, failures: line.failures + 1 })
      if (closing.signal.aborted) return
      await new Promise<void>((resume) => {
        wakeUp = resume
        setTimeout(resume, reconnectDelay(line.failures, Math.random()))
      })
    }
  }

  const onOnline = () => {
    say({ online: true, failures: 0 })
    wakeUp()
  }
  const onOffline = () => say({ online: false })
  addEventListener('online', onOnline, { signal: closing.signal })
  addEventListener('offline', onOffline, { signal: closing.signal })
  closing.signal.addEventListener('abort', () => {
    hangUp()
    wakeUp()
  })
  say({})
  void keepListening()
  return { close: () => closing.abort() }
}

async function codeOf(answer: Response): Promise<string> {
  const body: { code?: string } = await answer.json().catch(() => ({}))
  return body.code ?? 'not-signed-in'
}
