import type { FastifyPluginAsync } from 'fastify'
import { limits } from '#domain/limits.ts'
import type { App } from '#server/app.ts'
import { refusalsOf } from '#server/images/answer-refusal.ts'
import { checkFileName } from '#server/images/file-name.ts'
import { refuseTooLarge } from '#server/images/receive-file.ts'
import { wholeOf } from '#server/images/sending.ts'
import { tryOnce } from '#server/limits/attempts.ts'
import { actorOf } from '#server/os.ts'
import { uploadLogo } from '#server/settings/logo.ts'

/** The plain route of the settings: `POST /api/settings/logo?name=…` takes a picture as it is (product §9). */
export const settingsRoutes =
  (app: App): FastifyPluginAsync =>
  async (fastify) => {
    fastify.removeAllContentTypeParsers()
    fastify.addContentTypeParser('*', (_request, content, done) => done(null, content))
    fastify.setErrorHandler(refusalsOf('logo'))
    fastify.post<{ Querystring: { name?: unknown } }>('/api/settings/logo', async (request) => {
      const actor = actorOf(request, 'admin')
      refuseTooLarge(Number(request.headers['content-length'] ?? 0))
      const name = checkFileName(request.query.name, 'logo')
      await tryOnce(app, [{ of: ['upload', actor.id], max: limits.upload.perPerson, windowMs: limits.upload.windowMs }])
      return uploadLogo(app, actor, name, wholeOf(request))
    })
  }
