import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findUpload } from '#server/images/store-picture.ts'
import type { App } from '#server/platform/app.ts'
import { arrivedOf } from '#server/platform/files/parts.ts'
import type { Limit } from '#server/platform/files/receive-file.ts'
import { keyIn, offsetIn, type Sending, withSending } from '#server/platform/files/sending.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { assertWithinLimit } from '#server/platform/rate-limits/attempts.ts'

type UploadRequest = FastifyRequest<{ Params: { id: string }; Querystring: { name?: unknown; upload?: unknown } }>

/** What a kind of upload defines: who may send, for which target, how much, and what is done with the file. */
type UploadKind<Sender extends { id: string }> = {
  actorOf: (request: UploadRequest) => Sender
  targetOf: (request: UploadRequest, actor: Sender) => string | Promise<string>
  limit: Limit
  take: (actor: Sender, target: string, request: UploadRequest, sending: Sending) => Promise<unknown>
}

/**
 * The three requests of an upload at one URL. `POST` sends the whole file. With `upload=<key>` in the URL, what arrived before a lost
 * connection stays for a while: `HEAD` answers how many bytes that is, and `PATCH` with `Upload-Offset` sends the rest, in the terms of
 * draft-ietf-httpbis-resumable-upload. `Repr-Digest` gives the SHA-256 of the whole file (RFC 9530).
 */
export function uploadRoutes<Sender extends { id: string }>(
  fastify: FastifyInstance,
  app: App,
  url: string,
  kind: UploadKind<Sender>,
): void {
  type Route = { Params: UploadRequest['params']; Querystring: UploadRequest['query'] }
  fastify.head<Route>(url, async (request, reply) => {
    const actor = kind.actorOf(request)
    const target = await kind.targetOf(request, actor)
    const key = keyIn(request.query)
    // An upload of another person answers like one that never existed: with zero bytes.
    const offset = key === null ? 0 : await arrivedOf(app, { personId: actor.id, target, key })
    const isComplete = (await findUpload(app, actor, target, key)) !== null
    const headers = { 'Upload-Offset': offset, 'Upload-Complete': isComplete ? '?1' : '?0', 'Cache-Control': 'no-store' }
    return reply.code(204).headers(headers).send()
  })
  fastify.route<Route>({
    method: ['POST', 'PATCH'],
    url,
    handler: async (request) => {
      const actor = kind.actorOf(request)
      const before = request.method === 'PATCH' ? offsetIn(request.headers) : 0
      if (before + Number(request.headers['content-length'] ?? 0) > kind.limit.bytesMax) throw kind.limit.tooLarge()
      const target = await kind.targetOf(request, actor)
      await assertWithinLimit(app, [{ of: ['upload', actor.id], max: limits.upload.perPerson, windowMs: limits.upload.windowMs }])
      return withSending(app, { personId: actor.id, target }, request, (sending) => kind.take(actor, target, request, sending))
    },
  })
}
