import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import { AppError } from '#domain/errors.ts'
import { Id } from '#domain/text.ts'
import { uploadRoutes } from '#server/images/upload.routes.ts'
import type { App } from '#server/platform/app.ts'
import { takeFiles } from '#server/platform/files/answer-refusal.ts'
import { checkFileName } from '#server/platform/http/file-name.ts'
import { actorOf } from '#server/platform/http/os.ts'
import { sendCsv } from '#server/platform/http/send-csv.ts'
import { archiveOwner, assertNotTooLarge, receiveArchive } from '#server/transfers/receive-archive.ts'
import { reportRun } from '#server/transfers/report-run.ts'

const Options = z.object({ majorUnits: z.literal('true').optional().catch(undefined) })

/** `POST /api/transfers?name=…&majorUnits=true` takes the archive of an export; `GET /api/transfers/:id/report.csv` returns its report. */
export const transferRoutes =
  (app: App): FastifyPluginAsync =>
  async (fastify) => {
    takeFiles(fastify, 'archive')
    uploadRoutes(fastify, app, '/api/transfers', {
      actorOf: (request) => actorOf(request, 'admin'),
      assertNotTooLarge,
      targetOf: () => archiveOwner,
      take: (actor, _target, { query }, sending) =>
        receiveArchive(app, actor, {
          name: checkFileName(query.name, 'archive'),
          majorUnits: Options.parse(query).majorUnits === 'true',
          sending,
        }),
    })
    fastify.get<{ Params: { id: string } }>('/api/transfers/:id/report.csv', async (request, reply) => {
      const actor = actorOf(request, 'admin')
      const { data: id } = Id.safeParse(request.params.id)
      if (id === undefined) throw new AppError('not-found')
      return sendCsv(app, actor, reply, { name: 'import-report.csv', lines: await reportRun(app, actor, id) })
    })
  }
