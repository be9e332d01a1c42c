import { readEvents, type ServerSentEvent } from '#web/platform/live/server-sent-events.ts'
import { endsSession } from '#web/platform/rpc/problem.ts'

/** One request to the feed. `firstWordMs` and `nextWordMs` limit the wait for the first and every further event, in milliseconds. */
export type Call = { address: string; firstWordMs: number; nextWordMs: number }

export type Outcome = {
  /** The server accepted the request. */
  answered: boolean
  /** Nothing arrived in time. */
  silent: boolean
  /** From the start to the last event. */
  livedMs: number
  lastEvent: string | null
  /** The error code by which Backstall says that the session has ended. */
  refusal: string | null
  /** How long (ms) the server wants no further call; 0 if it does not say. */
  restMs: number
}

/** Requests the feed and passes on its events until it ends, falls silent or is aborted. Never throws. */
export async function requestFeed(
  { address, firstWordMs, nextWordMs }: Call,
  line: AbortController,
  onEvent: (event: ServerSentEvent) => void,
): Promise<Outcome> {
  const outcome: Outcome = { answered: false, silent: false, livedMs: 0, lastEvent: null, refusal: null, restMs: 0 }
  const began = performance.now()
  let timer = setTimeout(() => {
    outcome.silent = true
    line.abort()
  }, firstWordMs)
  try {
    const answer = await fetch(address, { signal: line.signal, cache: 'no-store' })
    if (answer.status === 401 || answer.status === 403) outcome.refusal = await endOf(answer)
    if (answer.status === 429) outcome.restMs = (Number(answer.headers.get('retry-after')) || 0) * 1000
    if (!answer.ok || !answer.body) return outcome
    outcome.answered = true
    for await (const event of readEvents(answer.body)) {
      clearTimeout(timer)
      timer = setTimeout(() => line.abort(), nextWordMs)
      outcome.livedMs = performance.now() - began
      outcome.lastEvent = event.event
      onEvent(event)
    }
  } catch {
    // Aborted or cut off: the events up to then count.
  } finally {
    clearTimeout(timer)
    line.abort()
  }
  return outcome
}

/** Null for any other refusal: a firewall in between bars this request, and says nothing about the session. */
async function endOf(answer: Response): Promise<string | null> {
  const body = await answer.json().catch(() => null)
  return endsSession(body) ? body.code : null
}
