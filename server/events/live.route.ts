import type { FastifyPluginAsync } from 'fastify'
import { AppError } from '#domain/errors.ts'
import type { App } from '#server/app.ts'
import { actorOf } from '#server/os.ts'

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
    // Without its HEAD, which would hold a stream open that nobody may write to.
    server.get('/', { exposeHeadRoute: false }, async (request, reply) => {
      const actor = actorOf(request)
      if (!feed.live.hasRoomFor(actor.id)) throw new AppError('too-many-streams')
      const from = request.headers['last-event-id'] ?? (request.query as { position?: unknown }).position ?? null
      reply.hijack()
      for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) reply.raw.setHeader(name, value)
      reply.raw.writeHead(200, streamHeaders)
      feed.live.open(actor, reply.raw, from === null ? null : String(from))
    })
  }
