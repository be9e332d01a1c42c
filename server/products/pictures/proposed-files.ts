import { and, eq, inArray, isNotNull, isNull, not, type SQL, sql } from 'drizzle-orm'
import type { ProductImage } from '#domain/image.ts'
import type { Product } from '#domain/product.ts'
import { isStored } from '#server/images/image-paths.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { files } from '#server/platform/database/tables/files.ts'
import { notUploaded, takeUploads } from '#server/products/pictures/name-files.ts'

type Proposing = { product: Pick<Product, 'id' | 'images'>; proposed: readonly ProductImage[]; by: string; field: string }

/**
 * The pictures that a request proposes, in their order: live ones, those it proposes already, and stored uploads of the person for this
 * product, which are marked as proposed: they are not orphans, but not public either. Throws `invalid-argument` for the `field` for any
 * other.
 */
export async function proposeFiles(tx: Tx, { product, proposed, by, field }: Proposing, paths: readonly string[]): Promise<ProductImage[]> {
  const mine = and(eq(files.productId, product.id), eq(files.uploadedBy, by), isNull(files.namedAt))
  return takeUploads(tx, { known: [...product.images, ...proposed], mine, mark: 'proposedAt', field }, paths)
}

/** Releases the pictures proposed for a product, except those to keep. Returns their paths; the caller removes them from the store. */
export async function releaseProposed(tx: Tx, productId: string, keep: readonly string[] = [], releasedAt = sql`now()`): Promise<string[]> {
  const proposed = and(eq(files.productId, productId), isNotNull(files.proposedAt), isNull(files.namedAt), isNull(files.releasedAt))
  const gone = keep.length > 0 ? and(proposed, not(inArray(files.path, [...keep]))) : proposed
  const rows = await tx.update(files).set({ releasedAt }).where(gone).returning({ path: files.path })
  return rows.map(({ path }) => path)
}

/** Makes proposed pictures the product's own, and releases those it no longer has at a time until which an undo can return them. */
export async function acceptFiles(
  tx: Tx,
  { id, images }: Pick<Product, 'id' | 'images'>,
  accepted: readonly ProductImage[],
  releasedAt: SQL,
): Promise<void> {
  const paths = accepted.map(({ path }) => path)
  const live = images.map(({ path }) => path)
  const added = paths.filter((path) => !live.includes(path))
  const dropped = live.filter((path) => !paths.includes(path))
  if (added.length > 0) {
    const proposed = and(inArray(files.path, added), eq(files.productId, id), isNotNull(files.proposedAt), isStored)
    const named = await tx.update(files).set({ namedAt: sql`now()`, proposedAt: null }).where(proposed).returning({ path: files.path })
    if (named.length < added.length) throw notUploaded('images')
  }
  if (dropped.length > 0) await tx.update(files).set({ releasedAt }).where(inArray(files.path, dropped))
}
