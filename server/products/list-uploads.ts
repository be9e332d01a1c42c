import type { ProductImage } from '#domain/image.ts'
import { limits } from '#domain/limits.ts'
import type { Actor } from '#domain/user.ts'
import type { App } from '#server/app.ts'
import { imageOf } from '#server/images/image-paths.ts'
import { findProduct } from '#server/products/find-product.ts'

type Upload = { path: string; name: string; width: number; height: number }

/**
 * What this person has uploaded for a product that does not name it yet, as far as it fits: a creation that broke off goes on with it
 * (spec §7). Throws `not-found`.
 */
export async function listUploads(app: App, actor: Actor, id: string): Promise<ProductImage[]> {
  const { images } = await findProduct(app, actor, id)
  const uploads = await app.sql<Upload[]>`
    select path, name, width, height from files
    where product_id = ${id} and uploaded_by = ${actor.id} and named_at is null and stored_at is not null and released_at is null
    order by created_at, path limit ${limits.image.max - images.length}`
  return uploads.map(imageOf)
}
