import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#domain/errors.ts'
import { LivePoll } from '#domain/event.ts'
import type { Actor } from '#domain/user.ts'
import type { Listening } from '#server/live/listeners.ts'
import type { App } from '#server/platform/app.ts'
import { inShape } from '#server/platform/http/errors.ts'
import { ownerOf } from '#server/platform/http/os.ts'
import { limits } from '#server/platform/limits/limits.ts'

const streamHeaders = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  // Without it, nginx and similar proxies hold a stream back until their buffer is full.
  'X-Accel-Buffering': 'no',
}

/** The same frames as in a stream, but as text that ends, which proxies that buffer event streams do not hold back. */
const pollHeaders = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' }

/**
 * `GET /api/live`: one stream of hints per browser, resumed from `?position=` or `Last-Event-ID` (architecture, mechanism 6).
 * `GET /api/live/poll`: the same feed for browsers that no stream reaches, with at most `?wait=` seconds per answer (product §11).
 */
export const liveRoutes =
  ({ feed }: App): FastifyPluginAsync =>
  async (server) => {
    // No HEAD route: it would keep a stream open that must not be written to.
    server.get('/', { exposeHeadRoute: false }, async (request, reply) => {
      answerStream(feed, listenerOf(request), request, reply)
    })
    server.get('/poll', { exposeHeadRoute: false }, async (request, reply) => {
      answerPoll(feed, listenerOf(request), request, reply)
    })
  }

function assertRoom(live: App['feed']['live'], { id }: Listening): void {
  const { retryAfter } = limits.live
  if (!live.hasRoomFor(id)) throw new AppError('too-many-streams', { detail: { retryAfter } })
}

/** Answers with a stream of hints, from the position that the request names. Throws `too-many-streams`. */
export function answerStream({ live }: App['feed'], listener: Listening, request: FastifyRequest, reply: FastifyReply): void {
  assertRoom(live, listener)
  takeOver(reply, streamHeaders)
  live.open(listener, reply.raw, startOf(request))
}

/**
 * Answers with the next hints, or after the wait that the request names, but not later than a buyer's token ends. Throws `too-many-streams`,
 * `invalid-argument`.
 */
export function answerPoll({ live }: App['feed'], listener: Listening, request: FastifyRequest, reply: FastifyReply): void {
  assertRoom(live, listener)
  const { wait } = inShape(LivePoll, request.query)
  takeOver(reply, pollHeaders)
  const left = (listener.expiresAt ?? Number.POSITIVE_INFINITY) - Date.now()
  live.poll(listener, reply.raw, startOf(request), Math.min(wait * 1000, left))
}

/**
 * The listener behind the request. An admin without the required second factor listens as a seller and gets hints about their own items
 * only; a refusal would end the session in which they set it up. Throws like `ownerOf`.
 */
function listenerOf(request: FastifyRequest): Actor {
  const actor = ownerOf(request)
  return actor.lacksSecondFactor ? { ...actor, role: 'seller' } : actor
}

/** The position from which the client resumes; null if it names none. */
function startOf({ headers, query }: FastifyRequest): string | null {
  const from = headers['last-event-id'] ?? (query as { position?: unknown }).position ?? null
  return from === null ? null : String(from)
}

/** Takes the response over from Fastify: from here on the feed writes it. */
function takeOver(reply: FastifyReply, headers: Record<string, string>): void {
  reply.hijack()
  for (const [name, value] of Object.entries({ ...reply.getHeaders(), ...headers }))
    if (value !== undefined) reply.raw.setHeader(name, value)
}
