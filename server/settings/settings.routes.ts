import type { FastifyPluginAsync } from 'fastify'
import type { App } from '#server/app.ts'
import { refusalsOf } from '#server/images/answer-refusal.ts'
import { checkFileName } from '#server/images/file-name.ts'
import { refuseTooLarge } from '#server/images/receive-file.ts'
import { takeUploads } from '#server/images/upload.routes.ts'
import { actorOf } from '#server/os.ts'
import { logoOwner, uploadLogo } from '#server/settings/logo.ts'

/** The plain route of the settings: `POST /api/settings/logo?name=…` takes a picture as it is (product §9). */
export const settingsRoutes =
  (app: App): FastifyPluginAsync =>
  async (fastify) => {
    fastify.removeAllContentTypeParsers()
    fastify.addContentTypeParser('*', (_request, content, done) => done(null, content))
    fastify.setErrorHandler(refusalsOf('logo'))
    takeUploads(fastify, app, '/api/settings/logo', {
      actorOf: (request) => actorOf(request, 'admin'),
      refuseTooLarge,
      targetOf: () => logoOwner,
      take: (actor, _target, { query }, sending) => uploadLogo(app, actor, checkFileName(query.name, 'logo'), sending),
    })
  }
