import { type IncomingMessage, request as plainRequest, type RequestOptions } from 'node:http'
import { request as secureRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import { messageOf } from '#server/platform/events/error-log.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { refusalText, type StoredProblem } from '#server/platform/problem-texts.ts'
import { type Address, AddressError, type Lookup, openAddresses } from '#server/webhooks/addresses.ts'

export type WebhookRequest = { url: string; body: string; headers: Record<string, string> }

/** The outcome of one attempt. `status` is null without an answer; then `error` has the reason. */
export type Answer = { status: number | null; ms: number; answer: string; retryAfterMs: number | null; error: StoredProblem | null }

/** Bytes of an answer that are read, and that are kept. */
type Kept = { bytesMax: number; keptBytes: number }

type Sent = WebhookRequest & { method: 'GET' | 'POST' }

export type PostOptions = {
  allowPrivate: boolean
  lookup: Lookup
  attemptMs?: number | undefined
  /** Aborts the attempt early. */
  signal?: AbortSignal | undefined
}

const { attemptMs: usualMs, answerBytesMax, answerKeptBytes } = limits.webhook

/**
 * Posts to a checked address and to no other. Redirects are not followed, the answer is read up to a limit, and the attempt ends after
 * `attemptMs`. Never throws.
 */
export const post = (request: WebhookRequest, options: PostOptions): Promise<Answer> =>
  exchange({ ...request, method: 'POST' }, { bytesMax: answerBytesMax, keptBytes: answerKeptBytes, ...options })

/** Reads up to `bytesMax` from a checked address and from no other, as `post` does. Never throws. */
export const get = (url: string, options: PostOptions & { bytesMax: number }): Promise<Answer> =>
  exchange({ url, body: '', headers: {}, method: 'GET' }, { keptBytes: options.bytesMax, ...options })

async function exchange({ url, ...sent }: Sent, options: PostOptions & Kept): Promise<Answer> {
  const { allowPrivate, lookup, attemptMs = usualMs, signal } = options
  const startedAt = performance.now()
  const [late, timer] = deadline(attemptMs)
  const over = signal ? AbortSignal.any([late, signal]) : late
  const withTime = (answer: Omit<Answer, 'ms'>): Answer => ({ ...answer, ms: Math.round(performance.now() - startedAt) })
  try {
    const target = new URL(url)
    const tooLate = rejectedBy(over)
    const addresses = await Promise.race([openAddresses(target, allowPrivate, lookup), tooLate])
    const response = await Promise.race([open(target, sent, { lookup: onlyThese(addresses), signal: over }), tooLate])
    const answer = await beginningOf(response, options, tooLate)
    const { statusCode = null } = response
    return withTime({ status: statusCode, answer, retryAfterMs: retryAfterOf(response), error: null })
  } catch (error) {
    const why = over.aborted ? refusalText('webhook-late', { seconds: Math.round(attemptMs / 1000) }) : whyUnsent(error)
    return withTime({ status: null, answer: '', retryAfterMs: null, error: why })
  } finally {
    clearTimeout(timer)
  }
}

const whyUnsent = (error: unknown) =>
  error instanceof AddressError ? error.text : refusalText('webhook-network', { error: messageOf(error) })

function deadline(ms: number): [AbortSignal, NodeJS.Timeout] {
  const controller = new AbortController()
  return [controller.signal, setTimeout(() => controller.abort(), ms)]
}

/** Rejects when `over` aborts. Each step races with it, as a connection can end in ways that a request does not report. */
const rejectedBy = (over: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const end = () => reject(new Error('Too late.'))
    if (over.aborted) end()
    else over.addEventListener('abort', end, { once: true })
  })

/** A look-up that returns only the checked addresses. */
function onlyThese(addresses: Address[]): LookupFunction {
  return (_, { all, family }, answer) => {
    const fitting = addresses.filter((one) => !family || one.family === family || `IPv${one.family}` === family)
    const [first] = fitting
    if (!first) return answer(Object.assign(new Error('No address of this kind.'), { code: 'ENOTFOUND' }), '', 0)
    return all ? answer(null, fitting) : answer(null, first.address, first.family)
  }
}

function open(target: URL, { method, body, headers }: Omit<Sent, 'url'>, options: RequestOptions): Promise<IncomingMessage> {
  const request = target.protocol === 'https:' ? secureRequest : plainRequest
  return new Promise((resolve, reject) => {
    const about = method === 'GET' ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    // No agent: a reused connection could lead to an address that was allowed only at the time of an earlier request.
    const sent = request(target, { ...options, headers: { ...headers, ...about }, method, agent: false }, resolve)
    // Without a listener, Node would drop the connection after a 101 and report neither an answer nor an error.
    sent.once('upgrade', (response) => resolve(response.destroy()))
    sent.once('error', reject)
    sent.once('close', () => reject(new Error('The connection was closed.')))
    sent.end(body)
  })
}

/** The beginning of the answer as text; the rest is cut off. If the answer breaks off, the status still counts. */
async function beginningOf(response: IncomingMessage, { bytesMax, keptBytes }: Kept, tooLate: Promise<never>): Promise<string> {
  const pieces: Buffer[] = []
  // An answer that breaks off counts as far as it came.
  await Promise.race([readInto(pieces, response, bytesMax), tooLate]).catch(() => {})
  response.destroy()
  return Buffer.concat(pieces).subarray(0, keptBytes).toString().replaceAll('\0', '')
}

async function readInto(pieces: Buffer[], response: IncomingMessage, bytesMax: number): Promise<void> {
  let bytes = 0
  for await (const piece of response) {
    pieces.push(piece)
    bytes += piece.length
    if (bytes >= bytesMax) return
  }
}

/** `Retry-After`, as seconds or a date, in milliseconds; null if missing or unreadable. */
function retryAfterOf({ headers }: IncomingMessage): number | null {
  const text = headers['retry-after']
  if (text === undefined) return null
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now()
  return Number.isNaN(ms) ? null : Math.min(Math.max(0, ms), limits.webhook.retryAfterMax)
}
