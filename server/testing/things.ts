import type { ProductStatus } from '#domain/product.ts'
import type { App } from '#server/app.ts'
import { newId } from '#server/database/new-id.ts'
import { files, notifications, products } from '#server/database/tables.ts'

/** A complete product of this seller with one stored picture named and one more uploaded, as rows only. */
export async function addProduct({ db }: App, sellerId: string, status: ProductStatus = 'draft', about: { unfinished?: boolean } = {}) {
  const id = newId()
  const named = { path: `products/${id}/0_named.png`, uploadedBy: sellerId, storedAt: new Date(), namedAt: new Date() }
  const uploaded = { path: `products/${id}/1_uploaded.png`, uploadedBy: sellerId, storedAt: new Date() }
  const picture = { productId: id, name: 'lamp.png', contentType: 'image/png', bytes: 1, sha256: 'a'.repeat(64), width: 9, height: 9 }
  const image = { url: `/files/${named.path}`, path: named.path, name: 'lamp.png', width: 9, height: 9, thumbnails: {} }
  await db.insert(products).values({
    ...{ id, sellerId, status, unfinished: about.unfinished ?? false, submittedAt: status === 'draft' ? null : new Date() },
    ...{ title: 'Brass lamp', description: 'It shines.', price: 1_000, category: 'Home', stock: 3 },
    images: about.unfinished ? [] : [image],
    nextImageIndex: 2,
  })
  await db.insert(files).values([
    { ...picture, ...named },
    { ...picture, ...uploaded },
  ])
  return { id, named: named.path, uploaded: uploaded.path }
}

/** An unread notice of this person. */
export async function addNotice({ db }: App, userId: string): Promise<string> {
  const id = newId()
  await db.insert(notifications).values({ id, userId, message: 'Something happened.', type: 'info' })
  return id
}
