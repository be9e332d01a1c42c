import { limits } from '#domain/limits.ts'
import type { Calls } from './calls.ts'
import { alarm, pauseAfter, Refusal } from './refusal.ts'

const { heartbeatMs, greetingMs, youngStreamsMax, streamAgainMs, pollSeconds, pollSpacingMs } = limits.live

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
 * Follows the buyer's feed by a stream until `signal` aborts, and resumes after a break. Where no stream gets through (no greeting in time, or several that
 * break off at once), polls carry the same frames for a while.
 */
export async function followLive({ live }: Pick<Calls, 'live'>, listener: Listener, signal: AbortSignal): Promise<void> {
  const { pause } = alarm(signal)
  let position: string | null = null
  let failures = 0
  let pollUntil = 0
  /** Streams in a row that broke off before their first heartbeat. */
  let young = 0

  const take = ({ event, data }: Frame, polls: boolean) => {
    // Every poll greets; the first one begins.
    if (event === 'reset' || (event === 'hello' && (!polls || position === null))) listener.began()
    if (event === 'hint') listener.changed(data.kind ?? '')
    position = data.position ?? position
    failures = 0
    listener.connected(true)
  }
  const address = (polls: boolean) => {
    const query = new URLSearchParams({ ...(position && { position }), ...(polls && { wait: String(pollSeconds) }) })
    return `${polls ? 'poll' : 'stream'}?${query}`
  }
  /** One request, until it ends, is cut off or falls silent. */
  const listen = async (polls: boolean) => {
    const silence = new AbortController()
    const hangUp = () => silence.abort()
    const firstMs = polls ? pollSeconds * 1000 + greetingMs : greetingMs
    let timer = setTimeout(hangUp, firstMs)
    const began = Date.now()
    let isSilent = true
    try {
      const answer = await live(address(polls), AbortSignal.any([signal, silence.signal]))
      for await (const frame of framesIn(answer)) {
        clearTimeout(timer)
        timer = setTimeout(hangUp, 2 * heartbeatMs)
        isSilent = false
        take(frame, polls)
      }
    } finally {
      clearTimeout(timer)
      if (!polls && !signal.aborted) {
        const livedMs = Date.now() - began
        if (livedMs >= heartbeatMs) young = 0
        else if (!isSilent) young += 1
        const isHeldBack = isSilent && silence.signal.aborted
        if (isHeldBack || young >= youngStreamsMax) pollUntil = Date.now() + streamAgainMs
      }
    }
  }

  while (!signal.aborted) {
    const polls = Date.now() < pollUntil
    try {
      await listen(polls)
      await pause(polls ? pollSpacingMs : pauseAfter(young))
    } catch (error) {
      if (signal.aborted) return
      const refusal = Refusal.noAnswer(error)
      if (!refusal.isPassing) return listener.ended(refusal)
      failures += 1
      listener.connected(false)
      await pause(pauseAfter(failures, refusal.waitMs))
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
