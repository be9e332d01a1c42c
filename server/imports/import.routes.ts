import { Readable } from 'node:stream'
import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import { CatalogueFilters } from '#contract/products.ts'
import { AppError } from '#domain/errors.ts'
import { ProductStatus } from '#domain/product.ts'
import { Id, Search } from '#domain/text.ts'
import { assertNotTooLarge, receiveImport } from '#server/imports/receive-import.ts'
import { reportImport } from '#server/imports/report-import.ts'
import type { App } from '#server/platform/app.ts'
import { takeFiles } from '#server/platform/files/answer-refusal.ts'
import { checkFileName } from '#server/platform/http/file-name.ts'
import { actorOf } from '#server/platform/http/os.ts'
import { queryInShape } from '#server/platform/http/query-in-shape.ts'
import { sendCsv } from '#server/platform/http/send-export.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { assertWithinLimit } from '#server/platform/rate-limits/attempts.ts'
import { exportCatalogue, exportProducts } from '#server/products/list/export-products.ts'

const Filters = z.object({ status: ProductStatus.optional(), search: Search.optional() })

/**
 * The plain routes of CSV files (products of sellers, orders of admins): `POST /api/imports?name=…` takes a file with any Content-Type,
 * `GET /api/imports/:id/report.csv` returns its refused rows, `GET /api/products/export.csv` with the filters of the list the seller's products,
 * for admins those of the catalogue (product §3).
 */
export const importRoutes =
  (app: App): FastifyPluginAsync =>
  async (fastify) => {
    takeFiles(fastify, 'file')
    fastify.post<{ Querystring: { name?: unknown } }>('/api/imports', async (request) => {
      const actor = actorOf(request)
      assertNotTooLarge(request.headers['content-length'])
      const name = checkFileName(request.query.name, 'name')
      await assertWithinLimit(app, [{ of: ['import', actor.id], max: limits.import.perHour, windowMs: limits.import.windowMs }])
      const content = request.body instanceof Readable ? request.body : Readable.from([])
      return receiveImport(app, actor, { name, content })
    })
    fastify.get<{ Params: { id: string } }>('/api/imports/:id/report.csv', async (request, reply) => {
      const actor = actorOf(request)
      const { data: id } = Id.safeParse(request.params.id)
      if (id === undefined) throw new AppError('not-found')
      const { name, lines } = await reportImport(app, actor, id)
      return sendCsv(app, actor, reply, { name: `${name.replace(/\.csv$/i, '')}-report.csv`, lines })
    })
    fastify.get('/api/products/export.csv', async (request, reply) => {
      const actor = actorOf(request)
      const lines =
        actor.role === 'admin'
          ? exportCatalogue(app, actor, queryInShape(CatalogueFilters, request.query))
          : exportProducts(app, actor, queryInShape(Filters, request.query))
      return sendCsv(app, actor, reply, { name: 'products.csv', lines })
    })
  }
