import { limits } from '#domain/limits.ts'
import type { Calls } from './calls.ts'
import { alarm, pauseAfter, Refusal } from './refusal.ts'

const { heartbeatMs, greetingMs, youngStreamsMax, failedStreamsMax, streamAgainMs } = limits.live
const { pollSeconds, pollSecondsMin, pollSpacingMs } = limits.live

export type Listener = {
  /** A stream or poll begins, or missed too much: ask for everything. */
  began: () => void
  /** Something of this kind changed. */
  changed: (kind: string) => void
  connected: (isConnected: boolean) => void
  /** A refusal that no further attempt mends. */
  ended: (refusal: Refusal) => void
}

/**
 * Follows the buyer's feed by a stream until `signal` aborts, and resumes after a break. Where no stream gets through (no greeting in time, several that
 * break off at once, or two that are refused while a poll is answered), polls carry the same frames for a while.
 */
export async function followLive({ live }: Pick<Calls, 'live'>, listener: Listener, signal: AbortSignal): Promise<void> {
  const { pause } = alarm(signal)
  let position: string | null = null
  let failures = 0
  let pollUntil = 0
  /** Streams in a row that broke off before their first heartbeat. */
  let young = 0
  /** Streams in a row that brought nothing. Whether they are barred, or the server is away, a poll finds out. */
  let failed = 0

  const take = ({ event, data }: Frame, polls: boolean) => {
    // Every poll greets; the first one begins.
    if (event === 'reset' || (event === 'hello' && (!polls || position === null))) listener.began()
    if (event === 'hint') listener.changed(data.kind ?? '')
    position = data.position ?? position
    failures = 0
    listener.connected(true)
  }
  const isPollNext = () => Date.now() < pollUntil || failed >= failedStreamsMax
  const pollForAWhile = () => {
    pollUntil = Date.now() + streamAgainMs
  }
  /** One request, until it ends, is cut off or falls silent. */
  const listen = async (polls: boolean) => {
    const silence = new AbortController()
    const hangUp = () => silence.abort()
    // Without a connection an answer comes soon, even if it is empty.
    const seconds = position === null || failures > 0 ? pollSecondsMin : pollSeconds
    const query = new URLSearchParams({ ...(position && { position }), ...(polls && { wait: String(seconds) }) })
    let timer = setTimeout(hangUp, polls ? seconds * 1000 + greetingMs : greetingMs)
    const began = Date.now()
    let isSilent = true
    try {
      const answer = await live(`${polls ? 'poll' : 'stream'}?${query}`, AbortSignal.any([signal, silence.signal]))
      for await (const frame of framesIn(answer)) {
        clearTimeout(timer)
        timer = setTimeout(hangUp, 2 * heartbeatMs)
        isSilent = false
        take(frame, polls)
      }
      if (isSilent) throw Refusal.noAnswer(null)
      if (polls && failed >= failedStreamsMax) pollForAWhile()
    } finally {
      clearTimeout(timer)
      if (polls) failed = Math.min(failed, failedStreamsMax - 1)
      else {
        const livedMs = Date.now() - began
        if (livedMs >= heartbeatMs) young = 0
        else if (!isSilent) young += 1
        const isHeldBack = isSilent && silence.signal.aborted
        failed = isSilent && !isHeldBack ? failed + 1 : 0
        if (isHeldBack || young >= youngStreamsMax) pollForAWhile()
      }
    }
  }

  while (!signal.aborted) {
    const polls = isPollNext()
    try {
      await listen(polls)
      await pause(polls ? pollSpacingMs : pauseAfter(young))
    } catch (error) {
      if (signal.aborted) return
      const refusal = Refusal.noAnswer(error)
      // An answer that is not Backstall's comes from a firewall, which may let another attempt pass.
      if (!refusal.isPassing && refusal.code !== 'unavailable') return listener.ended(refusal)
      // Only streams are known to be held back or barred; the poll finds out whether the server is there.
      if (!polls && isPollNext()) await pause(Math.max(pollSpacingMs, refusal.waitMs))
      else {
        failures += 1
        listener.connected(false)
        await pause(pauseAfter(failures, refusal.waitMs))
      }
    }
  }
}

type Frame = { event: string; data: { position?: string; kind?: string; reason?: string } }

/** Reads server-sent events until the answer ends. */
async function* framesIn({ body }: Response): AsyncGenerator<Frame> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    const blocks = (rest + next.value).replaceAll('\r\n', '\n').split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const [, event = 'message'] = /^event: ?(.*)$/m.exec(block) ?? []
      const [, data] = /^data: ?(.*)$/m.exec(block) ?? []
      if (data) yield { event, data: JSON.parse(data) }
    }
  }
}
