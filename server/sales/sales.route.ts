import type { FastifyPluginAsync } from 'fastify'
import { OwnSalesInput, OwnSalesRowsInput, SalesInput, SalesRowsInput, TopInput } from '#contract/sales.ts'
import { SalesRange } from '#domain/sales.ts'
import type { App } from '#server/platform/app.ts'
import { actorOf } from '#server/platform/http/os.ts'
import { queryInShape } from '#server/platform/http/query-in-shape.ts'
import { sendCsv } from '#server/platform/http/send-export.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { countSignUps } from '#server/sales/count-sign-ups.ts'
import {
  decidedColumns,
  decidedIn,
  exportOwnSalesRows,
  exportSalesRows,
  exportTable,
  figureColumns,
  ownFigureColumns,
  signUpColumns,
  topColumns,
} from '#server/sales/export-sales.ts'
import { findFigures, findOwnFigures } from '#server/sales/find-figures.ts'
import { findModeration } from '#server/sales/find-moderation.ts'
import { listTop } from '#server/sales/list-top.ts'

/**
 * The sales screens as files: `figures.csv`, `top.csv`, `rows.csv`, `review.csv` and `sign-ups.csv` for admins, `own.csv` and `own-rows.csv` for
 * sellers (product §5).
 * They take the input of the calls.
 */
export const salesRoutes =
  (app: App): FastifyPluginAsync =>
  async (fastify) => {
    fastify.get('/api/sales/figures.csv', async (request, reply) => {
      const actor = actorOf(request, 'admin')
      const asked = queryInShape(SalesInput, request.query)
      const lines = async () => exportTable(app, figureColumns, (await findFigures(app, asked)).steps)
      return sendCsv(app, actor, reply, { name: 'sales.csv', lines })
    })
    fastify.get('/api/sales/top.csv', async (request, reply) => {
      const actor = actorOf(request, 'admin')
      const asked = queryInShape(TopInput, request.query)
      const lines = async () => exportTable(app, topColumns, await listTop(app, { ...asked, limit: limits.sales.topMax }))
      return sendCsv(app, actor, reply, { name: `top-${asked.of}.csv`, lines })
    })
    fastify.get('/api/sales/review.csv', async (request, reply) => {
      const actor = actorOf(request, 'admin')
      const asked = queryInShape(SalesRange, request.query)
      const lines = async () => exportTable(app, decidedColumns, decidedIn(await findModeration(app, asked)))
      return sendCsv(app, actor, reply, { name: 'review.csv', lines })
    })
    fastify.get('/api/sales/sign-ups.csv', async (request, reply) => {
      const actor = actorOf(request, 'admin')
      const lines = async () => exportTable(app, signUpColumns, (await countSignUps(app)).days)
      return sendCsv(app, actor, reply, { name: 'sign-ups.csv', lines })
    })
    fastify.get('/api/sales/rows.csv', async (request, reply) => {
      const actor = actorOf(request, 'admin')
      const asked = queryInShape(SalesRowsInput, request.query)
      return sendCsv(app, actor, reply, { name: `sales-${asked.figure}.csv`, lines: exportSalesRows(app, actor, asked) })
    })
    fastify.get('/api/sales/own.csv', async (request, reply) => {
      const actor = actorOf(request, 'seller')
      const asked = queryInShape(OwnSalesInput, request.query)
      const lines = async () => exportTable(app, ownFigureColumns, (await findOwnFigures(app, actor, asked)).steps)
      return sendCsv(app, actor, reply, { name: 'sales.csv', lines })
    })
    fastify.get('/api/sales/own-rows.csv', async (request, reply) => {
      const actor = actorOf(request, 'seller')
      const asked = queryInShape(OwnSalesRowsInput, request.query)
      return sendCsv(app, actor, reply, { name: `sales-${asked.figure}.csv`, lines: exportOwnSalesRows(app, actor, asked) })
    })
  }
