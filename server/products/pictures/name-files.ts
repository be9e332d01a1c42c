import { and, eq, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import { AppError } from '#domain/errors.ts'
import type { ProductImage } from '#domain/image.ts'
import type { Product } from '#domain/product.ts'
import type { Actor } from '#domain/user.ts'
import { imageOf, isStored, shownColumns } from '#server/images/image-paths.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { files } from '#server/platform/database/tables/files.ts'
import { refusalText } from '#server/platform/problem-texts.ts'

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
  const mine = and(eq(files.productId, id), or(eq(files.uploadedBy, actor.id), isNotNull(files.namedAt)))
  const named = await takeUploads(tx, { known: images, mine, mark: 'namedAt', field: 'images' }, paths)
  const dropped = images.map(({ path }) => path).filter((path) => !paths.includes(path))
  if (dropped.length > 0) await tx.update(files).set({ releasedAt: sql`now()` }).where(inArray(files.path, dropped))
  return { images: named, dropped }
}

export const notUploaded = (field: string) => new AppError('invalid-argument', { field, ...refusalText('picture-not-uploaded') })

type Taking = { known: readonly ProductImage[]; mine: SQL | undefined; mark: 'namedAt' | 'proposedAt'; field: string }

/** The pictures with these paths, in their order: known ones, and those stored uploads that are `mine`, which are marked. */
export async function takeUploads(tx: Tx, { known, mine, mark, field }: Taking, paths: readonly string[]): Promise<ProductImage[]> {
  const found = new Map(known.map((image) => [image.path, image]))
  const uploads = paths.filter((path) => !found.has(path))
  if (uploads.length > 0) {
    const taken = tx.update(files).set({ [mark]: sql`now()` })
    const rows = await taken.where(and(inArray(files.path, uploads), mine, isStored)).returning(shownColumns)
    for (const upload of rows.map(imageOf)) found.set(upload.path, upload)
  }
  const images = paths.flatMap((path) => found.get(path) ?? [])
  if (images.length < paths.length) throw notUploaded(field)
  return images
}
