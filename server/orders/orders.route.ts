import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import { OrderFilters, SellerOrderFilters } from '#contract/orders.ts'
import { Email } from '#domain/user.ts'
import { exportBuyer, exportOrders } from '#server/orders/export-orders.ts'
import type { App } from '#server/platform/app.ts'
import { actorOf } from '#server/platform/http/os.ts'
import { queryInShape } from '#server/platform/http/query-in-shape.ts'
import { sendCsv, sendJson } from '#server/platform/http/send-export.ts'

/**
 * `GET /api/orders/export.csv` with the filters of the list: the orders that an admin or a seller sees, as a file;
 * `GET /api/orders/buyer.json?email=`: everything about a buyer, for admins (product §5).
 */
export const orderRoutes =
  (app: App): FastifyPluginAsync =>
  async (fastify) => {
    fastify.get('/api/orders/export.csv', async (request, reply) => {
      const actor = actorOf(request)
      const filters = queryInShape(actor.role === 'admin' ? OrderFilters : SellerOrderFilters, request.query)
      return sendCsv(app, actor, reply, { name: 'orders.csv', lines: exportOrders(app, actor, filters) })
    })
    fastify.get('/api/orders/buyer.json', async (request, reply) => {
      const actor = actorOf(request, 'admin')
      const { email } = queryInShape(z.object({ email: Email }), request.query)
      return sendJson(app, actor, reply, { name: 'buyer.json', pieces: () => exportBuyer(app, actor, email) })
    })
  }
