import type { ProductImage } from '#domain/image.ts'
import type { Actor } from '#domain/user.ts'
import { imageOf } from '#server/images/image-paths.ts'
import type { App } from '#server/platform/app.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { findProduct } from '#server/products/find-product.ts'
import { arrivedFiles } from '#server/products/pictures/arrived-files.ts'
import { pictureTarget } from '#server/products/pictures/picture-target.ts'

/**
 * The actor's uploads for a product that it does not name yet, up to the limit of pictures: an interrupted creation resumes with them (spec §7), also one
 * whose product does not exist yet. Throws `not-found`.
 */
export async function listUploads(app: App, actor: Actor, id: string): Promise<ProductImage[]> {
  const { productId, isAhead } = pictureTarget(actor, id)
  const images = isAhead ? [] : (await findProduct(app, actor, productId)).images
  return (await arrivedFiles(app.db, productId, actor.id, limits.image.max - images.length)).map(imageOf)
}
