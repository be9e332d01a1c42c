import type { FastifyPluginAsync } from 'fastify'
import { logoOwner } from '#server/images/image-paths.ts'
import { uploadRoutes } from '#server/images/upload.routes.ts'
import type { App } from '#server/platform/app.ts'
import { takeFiles } from '#server/platform/files/answer-refusal.ts'
import { pictures } from '#server/platform/files/receive-file.ts'
import { checkFileName } from '#server/platform/http/file-name.ts'
import { actorOf } from '#server/platform/http/os.ts'
import { uploadLogo } from '#server/settings/logo.ts'

/** Plain route of the settings: `POST /api/settings/logo?name=…` takes the raw bytes of a picture (product §9). */
export const settingsRoutes =
  (app: App): FastifyPluginAsync =>
  async (fastify) => {
    takeFiles(fastify, 'logo')
    uploadRoutes(fastify, app, '/api/settings/logo', {
      actorOf: (request) => actorOf(request, 'admin'),
      limit: pictures,
      targetOf: () => logoOwner,
      take: (actor, _target, { query }, sending) => uploadLogo(app, actor, checkFileName(query.name, 'logo'), sending),
    })
  }
