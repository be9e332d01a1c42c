import type { FastifyPluginAsync } from 'fastify'
import { AppError } from '#domain/errors.ts'
import type { App } from '#server/app.ts'

const streamHeaders = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  // Proxies of the nginx family else keep a stream back until their buffer is full.
  'X-Accel-Buffering': 'no',
}

/** `GET /api/live`: one stream of hints per browser, resumed from `?position=` or `Last-Event-ID` (architecture, mechanism 6). */
export const liveRoutes =
  ({ feed }: App): FastifyPluginAsync =>
  async (server) => {
    server.addHook('preClose', async () => feed.live.close())
    server.get('/', async (request, reply) => {
      const { actor } = request
      if (!actor) throw new AppError('not-signed-in')
      if (actor.status !== 'active') throw new AppError('account-suspended')
      if (!feed.live.hasRoomFor(actor.id)) throw new AppError('too-many-streams')
      const from = request.headers['last-event-id'] ?? (request.query as { position?: unknown }).position ?? null
      reply.hijack()
      reply.raw.writeHead(200, { ...reply.getHeaders(), ...streamHeaders })
      feed.live.open(actor, reply.raw, from === null ? null : String(from))
    })
  }
