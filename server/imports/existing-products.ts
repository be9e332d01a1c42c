import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Product } from '#domain/product.ts'
import type { Actor } from '#domain/user.ts'
import type { Existing } from '#server/imports/plan-rows.ts'
import { addProduct, type Earlier, idMeant, noteProduct, openIndex, skuOf } from '#server/imports/product-index.ts'
import { nextDraftId, type ReadRow } from '#server/imports/read-row.ts'
import type { App } from '#server/platform/app.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import { events } from '#server/platform/database/tables/events.ts'
import { findWaitingRequests } from '#server/products/edit/propose-edit.ts'
import { productColumns, type RawProduct, withIsoMoments } from '#server/products/product-row.ts'
import { hasSku } from '#server/products/unique-skus.ts'
import { visibleTo } from '#server/products/visible-to.ts'

const list = (texts: readonly (string | null | undefined)[]) =>
  sql`array(select jsonb_array_elements_text(${JSON.stringify(texts.filter(Boolean))}::jsonb))`

type Rows = { rows: readonly ReadRow[]; existing: Pick<Existing, 'products' | 'requests'> }

/**
 * Returns the rows with the actor's products they may be about, and the edit requests that wait for these; `lock` locks the products to the
 * end of the transaction. A row without id and SKU whose draft was deleted gets the id of a new draft.
 */
export async function withExisting(tx: Tx, actor: Actor, read: readonly ReadRow[], lock: boolean): Promise<Rows> {
  for (let rows = read; ; ) {
    const products = await existingProducts(tx, actor, rows, lock)
    const deleted = await deletedDrafts(tx, rows, new Set(products.map(({ id }) => id)))
    if (deleted.size === 0) return { rows, existing: { products, requests: await findWaitingRequests(tx, products) } }
    rows = rows.map((row) =>
      row.kind === 'read' && row.draftId !== null && deleted.has(row.draftId) ? { ...row, draftId: nextDraftId(actor, row.draftId) } : row,
    )
  }
}

/** Returns the ids of those drafts of these rows that were made before and deleted. */
async function deletedDrafts(tx: Tx, rows: readonly ReadRow[], existing: ReadonlySet<string>): Promise<Set<string>> {
  const missing = rows.flatMap((row) => (row.kind === 'read' && row.draftId !== null && !existing.has(row.draftId) ? row.draftId : []))
  if (missing.length === 0) return new Set()
  const gone = and(eq(events.kind, 'product.delete'), inArray(events.itemId, missing))
  return new Set((await tx.select({ id: events.itemId }).from(events).where(gone)).map(({ id }) => id))
}

async function existingProducts(db: Database, actor: Actor, rows: readonly ReadRow[], lock: boolean): Promise<Product[]> {
  const read = rows.flatMap((row) => (row.kind === 'read' ? row : row.content ? { draftId: null, ...row.content } : []))
  const ids = list(read.flatMap(({ id, draftId }) => [id, draftId]))
  const skus = read.flatMap((row) => skuOf(row) ?? [])
  // Always locked in the same order, so that two files of one seller cannot deadlock.
  const found = sql`
    select ${productColumns} from products left join users u on u.id = products.seller_id
    where ${visibleTo(actor)} and (products.id = any (${ids}) or ${hasSku(skus)}) order by products.id
    ${lock ? sql`for no key update of products` : sql``}`
  return ((await db.execute(found)) as unknown as RawProduct[]).map(withIsoMoments)
}

/**
 * Notes the products of rows that were taken before this node took over: a later row that names one of them differently, by its id instead
 * of its SKU, is refused as it would have been on one node.
 */
export async function passRows({ db }: App, actor: Actor, rows: readonly ReadRow[], earlier: Earlier): Promise<void> {
  const read = rows.filter((row) => row.kind === 'read')
  const bySku = read.filter((row) => row.id === null && skuOf(row) !== undefined)
  const index = openIndex()
  if (bySku.length > 0) for (const product of await existingProducts(db, actor, bySku, false)) addProduct(index, product)
  for (const row of read) {
    const id = idMeant(index, row)
    if (id !== undefined) noteProduct(earlier, id)
  }
}
