import { readEvents, type ServerSentEvent } from '#web/platform/live/server-sent-events.ts'

/** One request to the feed; how long its first word and every further one may take, in milliseconds. */
export type Call = { address: string; firstWordMs: number; nextWordMs: number }

/** What became of it. */
export type Outcome = {
  /** The server took it. */
  answered: boolean
  /** Nothing at all came in time. */
  silent: boolean
  /** From its beginning to the last word. */
  livedMs: number
  lastEvent: string | null
  /** Why the session does not allow it, an error code. */
  refusal: string | null
}

/** Asks the feed and hears all it says, until it ends, falls silent or is hung up. Never throws. */
export async function hearFrom(
  { address, firstWordMs, nextWordMs }: Call,
  line: AbortController,
  hear: (event: ServerSentEvent) => void,
): Promise<Outcome> {
  const outcome: Outcome = { answered: false, silent: false, livedMs: 0, lastEvent: null, refusal: null }
  const began = performance.now()
  let timer = setTimeout(() => {
    outcome.silent = true
    line.abort()
  }, firstWordMs)
  try {
    const answer = await fetch(address, { signal: line.signal, cache: 'no-store' })
    if (answer.status === 401 || answer.status === 403) outcome.refusal = await codeOf(answer)
    if (!answer.ok || !answer.body) return outcome
    outcome.answered = true
    for await (const event of readEvents(answer.body)) {
      clearTimeout(timer)
      timer = setTimeout(() => line.abort(), nextWordMs)
      outcome.livedMs = performance.now() - began
      outcome.lastEvent = event.event
      hear(event)
    }
  } catch {
    // Broken off, by whomever: what was heard until then stands.
  } finally {
    clearTimeout(timer)
    line.abort()
  }
  return outcome
}

async function codeOf(answer: Response): Promise<string> {
  const body: { code?: string } = await answer.json().catch(() => ({}))
  return body.code ?? 'not-signed-in'
}
