import { and, eq, inArray } from 'drizzle-orm'
import type { Actor } from '#domain/user.ts'
import { noteProduct, type ReadRow, type Seen } from '#server/imports/read-row.ts'
import type { App } from '#server/platform/app.ts'
import { products } from '#server/platform/database/tables/products.ts'

/**
 * Notes which products those rows are about that were taken before this node came: a later row that names one of them otherwise, by its id
 * instead of its SKU, is refused as it would have been without the change of nodes.
 */
export async function passRows({ db }: App, actor: Actor, rows: readonly ReadRow[], seen: Seen): Promise<void> {
  const read = rows.filter((row) => row.kind === 'read')
  for (const { id } of read) if (id !== null) noteProduct(seen, id)
  const skus = read.flatMap(({ id, given }) => (id === null && given.sku ? given.sku : []))
  if (skus.length === 0) return
  const mine = and(eq(products.sellerId, actor.id), inArray(products.sku, skus))
  for (const { id } of await db.select({ id: products.id }).from(products).where(mine)) noteProduct(seen, id)
}
