import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Product } from '#domain/product.ts'
import { productMoves } from '#domain/product-rules.ts'
import type { Actor } from '#domain/user.ts'
import type { App } from '#server/platform/app.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { products } from '#server/platform/database/tables/products.ts'
import { commit } from '#server/platform/events/commit.ts'
import { movedTo, record } from '#server/platform/events/record.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { explainMove } from '#server/products/decide/explain-move.ts'
import { moveCondition } from '#server/products/decide/move-condition.ts'
import { lockProduct } from '#server/products/find-product.ts'
import { arrivedFiles } from '#server/products/pictures/arrived-files.ts'
import { nameFiles } from '#server/products/pictures/name-files.ts'

/** Takes a product back from review and makes it a draft (product §3). Throws `not-found`, `wrong-status` with the fresh product. */
export async function withdrawProduct(app: App, actor: Actor, id: string): Promise<Product> {
  const draft = await commit(app, async (tx) =>
    (await withdrawIn(tx, id, moveCondition('withdraw', actor), actor.id)) ? lockProduct(tx, actor, id) : null,
  )
  return draft ?? explainMove(app, actor, 'withdraw', id)
}

const isOld = sql`${products.createdAt} < now() - ${limits.product.unfinishedMs} * interval '1 millisecond'`
const [pending] = productMoves.withdraw.from

/** Makes drafts of creations whose pictures did not all arrive within a day; the event has no actor (product §3). */
export async function withdrawUnfinished(app: Pick<App, 'db' | 'feed'>): Promise<void> {
  const due = sql`${products.unfinished} and ${eq(products.status, pending)} and ${isOld}`
  for (const { id } of await app.db.select({ id: products.id }).from(products).where(due))
    await commit(app, (tx) => withdrawIn(tx, id, due, null))
}

/** Makes a product a draft if the condition holds, else returns false. `by` is null for the system. */
async function withdrawIn(tx: Tx, id: string, condition: SQL, by: string | null): Promise<boolean> {
  const [draft] = await tx
    .update(products)
    .set({ status: productMoves.withdraw.to, unfinished: false, statusUpdatedAt: sql`now()` })
    .where(and(eq(products.id, id), condition))
    .returning({ id: products.id, sellerId: products.sellerId, title: products.title, images: products.images })
  if (!draft) return false
  if (draft.images.length === 0) await nameArrived(tx, draft)
  const { from, to } = productMoves.withdraw
  const about = { itemId: id, ownerId: draft.sellerId, actorId: by, title: draft.title }
  await record(tx, { kind: 'product.withdraw', ...about, ...movedTo(to, from[0]) })
  return true
}

/** Names the pictures of a creation that arrived, so that they stay with the draft: pictures that no product names are swept. */
async function nameArrived(
  tx: Tx,
  { id, sellerId, images }: Pick<typeof products.$inferSelect, 'id' | 'sellerId' | 'images'>,
): Promise<void> {
  if (sellerId === null) return
  const arrived = await arrivedFiles(tx, id, sellerId, limits.image.max)
  if (arrived.length === 0) return
  const paths = arrived.map(({ path }) => path)
  const named = await nameFiles(tx, { id: sellerId }, { id, images }, paths)
  await tx.update(products).set({ images: named.images }).where(eq(products.id, id))
}
