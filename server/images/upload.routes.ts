import type { FastifyInstance, FastifyRequest } from 'fastify'
import { limits } from '#domain/limits.ts'
import type { Actor } from '#domain/user.ts'
import { arrivedUnder } from '#server/images/store-picture.ts'
import type { App } from '#server/platform/app.ts'
import { arrivedOf } from '#server/platform/files/parts.ts'
import { keyIn, offsetIn, type Sending, withSending } from '#server/platform/files/sending.ts'
import { countAttempt } from '#server/platform/rate-limits/attempts.ts'

export type UploadRequest = FastifyRequest<{ Params: { id: string }; Querystring: { name?: unknown; upload?: unknown } }>

/** What a kind of upload says for itself: who may send, for what, how much, and what becomes of it. */
type Takes = {
  actorOf: (request: UploadRequest) => Actor
  targetOf: (request: UploadRequest) => string
  refuseTooLarge: (bytes: number) => void
  take: (actor: Actor, target: string, request: UploadRequest, sending: Sending) => Promise<unknown>
}

/**
 * The three requests of an upload at one address. `POST` sends all of it; where its address has `upload=<key>`, what came before the line broke
 * stays for a while: `HEAD` tells how much that is, and `PATCH` with `Upload-Offset` sends the rest, in the words of
 * draft-ietf-httpbis-resumable-upload. `Repr-Digest` announces the SHA-256 of the whole (RFC 9530).
 */
export function takeUploads(fastify: FastifyInstance, app: App, url: string, takes: Takes): void {
  type Route = { Params: UploadRequest['params']; Querystring: UploadRequest['query'] }
  fastify.head<Route>(url, async (request, reply) => {
    const actor = takes.actorOf(request)
    const target = takes.targetOf(request)
    const key = keyIn(request.query)
    // What somebody else sends is here exactly as much as what never was: nothing.
    const offset = key === null ? 0 : await arrivedOf(app, { personId: actor.id, target, key })
    const isComplete = (await arrivedUnder(app, actor, target, key)) !== null
    const told = { 'Upload-Offset': offset, 'Upload-Complete': isComplete ? '?1' : '?0', 'Cache-Control': 'no-store' }
    return reply.code(204).headers(told).send()
  })
  fastify.route<Route>({
    method: ['POST', 'PATCH'],
    url,
    handler: async (request) => {
      const actor = takes.actorOf(request)
      const before = request.method === 'PATCH' ? offsetIn(request.headers) : 0
      takes.refuseTooLarge(before + Number(request.headers['content-length'] ?? 0))
      const target = takes.targetOf(request)
      await countAttempt(app, [{ of: ['upload', actor.id], max: limits.upload.perPerson, windowMs: limits.upload.windowMs }])
      return withSending(app, { personId: actor.id, target }, request, (sending) => takes.take(actor, target, request, sending))
    },
  })
}
