import type { FastifyPluginAsync } from 'fastify'
import { HistoryFilters } from '#contract/history.ts'
import { exportHistory } from '#server/history/export-history.ts'
import type { App } from '#server/platform/app.ts'
import { actorOf } from '#server/platform/http/os.ts'
import { queryInShape } from '#server/platform/http/query-in-shape.ts'
import { sendCsv } from '#server/platform/http/send-export.ts'

/** `GET /api/history/export.csv?type=&search=&userId=&from=&to=`: what `/admin/history` shows, as a file (product §6). */
export const historyRoutes =
  (app: App): FastifyPluginAsync =>
  async (fastify) => {
    fastify.get('/api/history/export.csv', async (request, reply) => {
      const actor = actorOf(request, 'admin')
      return sendCsv(app, actor, reply, {
        name: 'history.csv',
        lines: exportHistory(app, actor, queryInShape(HistoryFilters, request.query)),
      })
    })
  }
