import type { FastifyPluginAsync } from 'fastify'
import { AppError } from '#domain/errors.ts'
import { Id } from '#domain/text.ts'
import type { Actor } from '#domain/user.ts'
import { uploadRoutes } from '#server/images/upload.routes.ts'
import type { App } from '#server/platform/app.ts'
import { takeFiles } from '#server/platform/files/answer-refusal.ts'
import { pictures } from '#server/platform/files/receive-file.ts'
import { checkFileName } from '#server/platform/http/file-name.ts'
import { actorOf } from '#server/platform/http/os.ts'
import { refusalText } from '#server/platform/problem-texts.ts'
import { pictureTarget } from '#server/products/pictures/picture-target.ts'
import { uploadImage } from '#server/products/pictures/upload-image.ts'

/**
 * Plain route for product pictures: `/api/products/:id/images?name=…` takes the raw bytes, whatever Content-Type is claimed. The id may be that of
 * a creation whose product does not exist yet (`domain/creation-id.ts`).
 */
export const imageRoutes =
  (app: App): FastifyPluginAsync =>
  async (fastify) => {
    takeFiles(fastify, 'images')
    uploadRoutes(fastify, app, '/api/products/:id/images', {
      actorOf: (request) => actorOf(request, 'seller'),
      limit: pictures,
      targetOf: ({ params }, actor) => targetIn(params.id, actor).productId,
      take: (actor, _productId, { params, query }, sending) =>
        uploadImage(app, actor, { ...targetIn(params.id, actor), name: checkFileName(query.name), sending }),
    })
  }

function targetIn(text: string, actor: Actor) {
  const { data } = Id.safeParse(text)
  if (data === undefined) throw new AppError('invalid-argument', { field: 'id', ...refusalText('product-not-found') })
  return pictureTarget(actor, data)
}
