import { and, eq, isNull, sql } from 'drizzle-orm'
import type { ProductImage } from '#domain/image.ts'
import { StorageError } from '#domain/storage-error.ts'
import type { Actor } from '#domain/user.ts'
import { imageOf } from '#server/images/image-paths.ts'
import { findUpload, releaseUpload, type StoredPicture, storePicture } from '#server/images/store-picture.ts'
import type { App } from '#server/platform/app.ts'
import { files } from '#server/platform/database/tables/files.ts'
import { beginReceiving } from '#server/platform/files/receive-file.ts'
import type { Sending } from '#server/platform/files/sending.ts'
import { findProduct } from '#server/products/find-product.ts'
import { reserveFile } from '#server/products/pictures/reserve-file.ts'
import { assertActive, stillActive } from '#server/sessions/still-active.ts'

type Upload = { productId: string; isAhead?: boolean; name: string; sending: Sending }

/**
 * Takes one picture for a product: receives it, checks it, re-encodes it, stores it with thumbnails, then marks it as stored (spec §7). The
 * product names it later. After an error nothing of it remains in the store; the sweep removes what a killed server leaves. Repeating a
 * finished upload under its key returns the same picture.
 */
export async function uploadImage(app: App, actor: Actor, { productId, isAhead = false, name, sending }: Upload): Promise<ProductImage> {
  const known = await findUpload(app, actor, productId, sending.key)
  if (known) return imageOf(known)
  const incoming = await beginReceiving(sending)
  const path = await reserveFile(app, actor, { productId, isAhead, name, type: incoming.type, key: sending.key })
  try {
    const picture = await storePicture(app, path, incoming)
    if (!(await markStored(app, actor, path, picture))) await rejectCancelled(app, actor, productId, isAhead)
    return imageOf({ path, name, width: picture.width, height: picture.height })
  } catch (error) {
    await releaseUpload(app, path, isAhead)
    throw error
  }
}

/**
 * Marks the picture as stored: from now on it can be named and shown. False if it was discarded or its product deleted while it arrived, or the
 * actor is no longer active.
 */
async function markStored(app: App, actor: Actor, path: string, { bytes, sha256, width, height }: StoredPicture): Promise<boolean> {
  const stored = await app.db
    .update(files)
    .set({ storedAt: sql`now()`, bytes, sha256, width, height })
    .where(and(eq(files.path, path), isNull(files.releasedAt), stillActive(actor)))
    .returning({ path: files.path })
  return stored.length > 0
}

async function rejectCancelled(app: App, actor: Actor, productId: string, isAhead: boolean): Promise<never> {
  await assertActive(app, actor)
  if (!isAhead) await findProduct(app, actor, productId)
  throw new StorageError('canceled')
}
