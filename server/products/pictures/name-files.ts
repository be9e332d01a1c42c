import { and, eq, inArray, isNotNull, or, sql } from 'drizzle-orm'
import { AppError } from '#domain/errors.ts'
import type { ProductImage } from '#domain/image.ts'
import type { Product } from '#domain/product.ts'
import type { Actor } from '#domain/user.ts'
import { imageOf, isStored, shownColumns } from '#server/images/image-paths.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { files } from '#server/platform/database/tables/files.ts'
import { said } from '#server/platform/problem-texts.ts'

/** The pictures a product names from now on, and the paths it dropped. */
export type Named = { images: ProductImage[]; dropped: string[] }

/**
 * Makes the given paths the product's pictures, in their order: pictures it has, and stored uploads of the actor for this product. Throws
 * `invalid-argument` for any other. Dropped pictures are released; the caller removes them from the store after the commit.
 */
export async function nameFiles(
  tx: Tx,
  actor: Pick<Actor, 'id'>,
  { id, images }: Pick<Product, 'id' | 'images'>,
  paths: readonly string[],
): Promise<Named> {
  const known = new Map(images.map((image) => [image.path, image]))
  const uploads = paths.filter((path) => !known.has(path))
  for (const upload of await takeUploads(tx, actor, id, uploads)) known.set(upload.path, upload)
  const named = paths.flatMap((path) => known.get(path) ?? [])
  if (named.length < paths.length) throw notUploaded('images')
  const dropped = images.map(({ path }) => path).filter((path) => !paths.includes(path))
  if (dropped.length > 0) await tx.update(files).set({ releasedAt: sql`now()` }).where(inArray(files.path, dropped))
  return { images: named, dropped }
}

export const notUploaded = (field: string) => new AppError('invalid-argument', { field, ...said('picture-not-uploaded') })

async function takeUploads(tx: Tx, actor: Pick<Actor, 'id'>, productId: string, paths: string[]): Promise<ProductImage[]> {
  if (paths.length === 0) return []
  const mine = and(eq(files.productId, productId), or(eq(files.uploadedBy, actor.id), isNotNull(files.namedAt)))
  const rows = await tx
    .update(files)
    .set({ namedAt: sql`now()` })
    .where(and(inArray(files.path, paths), mine, isStored))
    .returning(shownColumns)
  return rows.map(imageOf)
}
