import type { FastifyPluginAsync } from 'fastify'
import { HistoryFilters } from '#contract/history.ts'
import type { App } from '#server/app.ts'
import { exportHistory } from '#server/history/export-history.ts'
import { queryInShape } from '#server/http/query-in-shape.ts'
import { sendCsv } from '#server/http/send-csv.ts'
import { actorOf } from '#server/os.ts'

/** `GET /api/history/export.csv?type=&search=&userId=&from=&to=`: what `/admin/history` shows, as a file (product §6). */
export const historyRoutes =
  (app: App): FastifyPluginAsync =>
  async (fastify) => {
    fastify.get('/api/history/export.csv', async (request, reply) => {
      const actor = actorOf(request, 'admin')
      return sendCsv(reply, 'history.csv', exportHistory(app, actor, queryInShape(HistoryFilters, request.query)))
    })
  }
