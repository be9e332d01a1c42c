import { and, count, eq, gt, isNull, sql } from 'drizzle-orm'
import { AppError } from '#domain/errors.ts'
import type { ImageType } from '#domain/image-types.ts'
import type { Actor } from '#domain/user.ts'
import type { App } from '#server/platform/app.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { locks } from '#server/platform/database/locks.ts'
import { files } from '#server/platform/database/tables/files.ts'
import { products } from '#server/platform/database/tables/products.ts'
import { nameInPath } from '#server/platform/http/file-name.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { refusalText } from '#server/platform/problem-texts.ts'
import { explainMove } from '#server/products/decide/explain-move.ts'
import { moveCondition } from '#server/products/decide/move-condition.ts'
import { indexAbove } from '#server/products/pictures/index-above.ts'
import { visibleTo } from '#server/products/visible-to.ts'
import { stillActive } from '#server/sessions/still-active.ts'

type Reservation = { productId: string; isAhead: boolean; name: string; type: ImageType; key: string | null }

/**
 * Records the path of an upload before anything is stored, so that the store holds no unknown file. An index is never reused (product §3): before
 * the product exists it comes from the files that wait for it. Throws `not-found`, `not-allowed`, and `too-many-images` while there are ten recent
 * uploads that the product does not name.
 */
export async function reserveFile(app: App, actor: Actor, { productId, isAhead, name, type, key }: Reservation): Promise<string> {
  const path = await app.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${locks.pictures}, hashtext(${productId}))`)
    const ofProduct = () => nextIndex(tx, actor, productId)
    // Asked a third time, because the product may have been created between the first two.
    const index = (await ofProduct()) ?? (isAhead ? ((await indexAhead(tx, actor, productId)) ?? (await ofProduct())) : null)
    if (index === null) return null
    await assertNotTooMany(tx, productId)
    const path = `products/${productId}/${index}_${nameInPath(name, type)}`
    await tx.insert(files).values({ path, productId, uploadedBy: actor.id, name, contentType: type, uploadKey: key })
    return path
  })
  return path ?? explainMove(app, actor, 'edit', productId)
}

/** Takes the next index of a product, above those of its files: one of them may have got its index while the product was being created. */
async function nextIndex(tx: Tx, actor: Actor, productId: string): Promise<number | null> {
  const [slot] = await tx
    .update(products)
    .set({ nextImageIndex: sql`greatest(${products.nextImageIndex}, ${indexAbove(productId)}) + 1` })
    .where(and(eq(products.id, productId), visibleTo(actor), moveCondition('edit', actor)))
    .returning({ next: products.nextImageIndex })
  return slot ? slot.next - 1 : null
}

async function indexAhead(tx: Tx, actor: Actor, productId: string): Promise<number | null> {
  const rows = (await tx.execute(sql`
    select ${indexAbove(productId)} as next
    where ${stillActive(actor)} and not exists (select from products where id = ${productId})`)) as unknown as { next: number }[]
  return rows[0]?.next ?? null
}

/** Counts under the lock of the product's pictures, so that eleven simultaneous uploads are not all the tenth. */
async function assertNotTooMany(tx: Tx, productId: string): Promise<void> {
  const young = gt(files.createdAt, sql`now() - ${limits.image.unnamedMs} * interval '1 millisecond'`)
  const unnamed = and(eq(files.productId, productId), isNull(files.namedAt), isNull(files.proposedAt), isNull(files.releasedAt), young)
  const [row] = await tx.select({ uploads: count() }).from(files).where(unnamed)
  if (row && row.uploads >= limits.image.max)
    throw new AppError('too-many-images', {
      field: 'images',
      ...refusalText('too-many-unsaved', { max: limits.image.max, minutes: limits.image.unnamedMs / 60_000 }),
    })
}
