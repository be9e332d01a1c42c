import { and, eq, sql } from 'drizzle-orm'
import { productMoves } from '#domain/product-rules.ts'
import type { App } from '#server/platform/app.ts'
import { products } from '#server/platform/database/tables/products.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { withdrawIn } from '#server/products/decide/withdraw-product.ts'

const isOld = sql`${products.createdAt} < now() - ${limits.product.unfinishedMs} * interval '1 millisecond'`
const [pending] = productMoves.withdraw.from

/** Makes drafts of creations whose pictures did not all arrive within a day; the event has no actor (product §3). */
export async function withdrawUnfinished({ db, feed }: Pick<App, 'db' | 'feed'>): Promise<void> {
  const due = sql`${products.unfinished} and ${eq(products.status, pending)} and ${isOld}`
  for (const { id } of await db.select({ id: products.id }).from(products).where(and(due))) {
    if (await db.transaction((tx) => withdrawIn(tx, id, due, null))) feed.wake()
  }
}
