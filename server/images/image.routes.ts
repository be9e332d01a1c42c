import { Readable } from 'node:stream'
import type { FastifyPluginAsync } from 'fastify'
import { AppError } from '#domain/errors.ts'
import { limits } from '#domain/limits.ts'
import { Id } from '#domain/text.ts'
import type { App } from '#server/app.ts'
import { refusalsOf } from '#server/images/answer-refusal.ts'
import { serveFiles } from '#server/images/file.route.ts'
import { checkFileName } from '#server/images/file-name.ts'
import { refuseTooLarge } from '#server/images/receive-file.ts'
import { uploadImage } from '#server/images/upload-image.ts'
import { tryOnce } from '#server/limits/attempts.ts'
import { actorOf } from '#server/os.ts'

type Upload = { Params: { id: string }; Querystring: { name?: unknown } }

/**
 * The two plain routes of pictures: `POST /api/products/:id/images?name=…` takes the bytes as they are, whatever Content-Type is claimed,
 * and `GET /files/<path>` serves what is stored (product §3).
 */
export const imageRoutes =
  (app: App): FastifyPluginAsync =>
  async (fastify) => {
    serveFiles(fastify, app)
    fastify.removeAllContentTypeParsers()
    fastify.addContentTypeParser('*', (_request, content, done) => done(null, content))
    fastify.setErrorHandler(refusalsOf('images'))
    fastify.post<Upload>('/api/products/:id/images', async (request) => {
      const actor = actorOf(request, 'seller')
      refuseTooLarge(request.headers['content-length'])
      const name = checkFileName(request.query.name)
      await tryOnce(app, [{ of: ['upload', actor.id], max: limits.upload.perPerson, windowMs: limits.upload.windowMs }])
      const content = request.body instanceof Readable ? request.body : Readable.from([])
      return uploadImage(app, actor, { productId: productIdOf(request.params.id), name, content })
    })
  }

function productIdOf(text: string): string {
  const { data } = Id.safeParse(text)
  if (data === undefined) throw new AppError('invalid-argument', { field: 'id', message: 'Product not found!' })
  return data
}
