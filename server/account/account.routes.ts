import { Readable } from 'node:stream'
import type { FastifyPluginAsync } from 'fastify'
import { uploadAvatar } from '#server/account/avatar.ts'
import { exportAccount } from '#server/account/export-account.ts'
import { avatarOwner } from '#server/images/image-paths.ts'
import { uploadRoutes } from '#server/images/upload.routes.ts'
import type { App } from '#server/platform/app.ts'
import { takeFiles } from '#server/platform/files/answer-refusal.ts'
import { assertNotTooLarge } from '#server/platform/files/receive-file.ts'
import { checkFileName, disposition } from '#server/platform/http/file-name.ts'
import { ownerOf } from '#server/platform/http/os.ts'
import { beginExport } from '#server/platform/http/send-csv.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { assertWithinLimit } from '#server/platform/rate-limits/attempts.ts'

/**
 * Plain HTTP routes of the actor's account: `POST /api/account/avatar?name=…` takes the bytes of a picture, `GET /api/account/export.json`
 * returns all data stored about the actor (product §2).
 */
export const accountRoutes =
  (app: App): FastifyPluginAsync =>
  async (fastify) => {
    takeFiles(fastify, 'avatar')
    uploadRoutes(fastify, app, '/api/account/avatar', {
      actorOf: ownerOf,
      assertNotTooLarge,
      targetOf: (request) => avatarOwner(ownerOf(request)),
      take: (actor, _target, { query }, sending) => uploadAvatar(app, actor, checkFileName(query.name, 'avatar'), sending),
    })
    fastify.get('/api/account/export.json', async (request, reply) => {
      const actor = ownerOf(request)
      beginExport(actor, reply)
      const { exportsPerHour: max, linksWindowMs: windowMs } = limits.account
      await assertWithinLimit(app, [{ of: ['export', actor.id], max, windowMs }])
      const { marketplaceName } = app.settings.current()
      return reply
        .headers({
          'Content-Type': 'application/json; charset=utf-8',
          'Content-Disposition': disposition('attachment', `${marketplaceName} account.json`),
          'Cache-Control': 'no-store',
        })
        .send(Readable.from(exportAccount({ ...app, ...app.background }, actor)))
    })
  }
