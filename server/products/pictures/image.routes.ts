import type { FastifyPluginAsync } from 'fastify'
import { AppError } from '#domain/errors.ts'
import { Id } from '#domain/text.ts'
import { uploadRoutes } from '#server/images/upload.routes.ts'
import type { App } from '#server/platform/app.ts'
import { refusalsOf } from '#server/platform/files/answer-refusal.ts'
import { assertNotTooLarge } from '#server/platform/files/receive-file.ts'
import { checkFileName } from '#server/platform/http/file-name.ts'
import { actorOf } from '#server/platform/http/os.ts'
import { said } from '#server/platform/problem-texts.ts'
import { uploadImage } from '#server/products/pictures/upload-image.ts'

/** Plain route for product pictures: `/api/products/:id/images?name=…` takes the raw bytes, whatever Content-Type is claimed. */
export const imageRoutes =
  (app: App): FastifyPluginAsync =>
  async (fastify) => {
    fastify.removeAllContentTypeParsers()
    fastify.addContentTypeParser('*', (_request, content, done) => done(null, content))
    fastify.setErrorHandler(refusalsOf('images'))
    uploadRoutes(fastify, app, '/api/products/:id/images', {
      actorOf: (request) => actorOf(request, 'seller'),
      assertNotTooLarge: assertNotTooLarge,
      targetOf: ({ params }) => productIdOf(params.id),
      take: (actor, productId, { query }, sending) => uploadImage(app, actor, { productId, name: checkFileName(query.name), sending }),
    })
  }

function productIdOf(text: string): string {
  const { data } = Id.safeParse(text)
  if (data === undefined) throw new AppError('invalid-argument', { field: 'id', ...said('product-not-found') })
  return data
}
