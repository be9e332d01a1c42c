import { sql } from 'drizzle-orm'
import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import { csvLine } from '#domain/csv.ts'
import { AppError } from '#domain/errors.ts'
import { Id } from '#domain/text.ts'
import type { Finding } from '#domain/transfer.ts'
import type { Actor } from '#domain/user.ts'
import { uploadRoutes } from '#server/images/upload.routes.ts'
import type { App } from '#server/platform/app.ts'
import { inPages } from '#server/platform/database/in-pages.ts'
import { takeFiles } from '#server/platform/files/answer-refusal.ts'
import { checkFileName } from '#server/platform/http/file-name.ts'
import { actorOf } from '#server/platform/http/os.ts'
import { sendCsv } from '#server/platform/http/send-export.ts'
import { assertActive } from '#server/sessions/still-active.ts'
import { archiveOwner, archives, receiveArchive } from '#server/transfers/receive-archive.ts'
import { findRun } from '#server/transfers/runs.ts'

const Options = z.object({ majorUnits: z.literal('true').optional().catch(undefined) })

const columns = ['outcome', 'collection', 'line', 'id', 'field', 'code', 'message'] as const satisfies (keyof Finding)[]

/** What was found about the records of an uploaded export, as CSV. Throws `not-found` before the first line. */
async function reportRun(app: App, actor: Actor, id: string): Promise<AsyncGenerator<string>> {
  await findRun(app, id)
  return lines(app, actor, id)
}

async function* lines(app: App, actor: Actor, id: string): AsyncGenerator<string> {
  yield csvLine([...columns])
  yield* inPages<Finding & { at: number }>(app.sql, {
    page: (after = '-1', limit) =>
      sql`select * from transfer_findings where run_id = ${id} and at > ${Number(after)}::integer order by at limit ${limit}`,
    placeOf: ({ at }) => String(at),
    textOf: (finding) => csvLine(columns.map((column) => String(finding[column] ?? ''))),
    mayGoOn: () => assertActive(app, actor),
  })
}

/** `POST /api/transfers?name=…&majorUnits=true` takes the archive of an export; `GET /api/transfers/:id/report.csv` returns its report. */
export const transferRoutes =
  (app: App): FastifyPluginAsync =>
  async (fastify) => {
    takeFiles(fastify, 'archive')
    uploadRoutes(fastify, app, '/api/transfers', {
      actorOf: (request) => actorOf(request, 'admin'),
      limit: archives,
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
