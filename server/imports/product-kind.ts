import { and, eq } from 'drizzle-orm'
import type { Actor } from '#domain/user.ts'
import type { ImportKind } from '#server/imports/import-kind.ts'
import { addSku, idWithSku, openIndex } from '#server/imports/product-index.ts'
import { type KnownColumn, productHeader } from '#server/imports/read-header.ts'
import { type Earlier, noteProduct, type ReadRow, readRow } from '#server/imports/read-row.ts'
import { takeBatch } from '#server/imports/take-batch.ts'
import type { App } from '#server/platform/app.ts'
import { products } from '#server/platform/database/tables/products.ts'
import { hasSku } from '#server/products/assert-sku-free.ts'

/** Products imported by a seller (product §3). */
export const productKind: ImportKind<KnownColumn, ReadRow> = {
  header: productHeader,
  open: (app, actor, header) => {
    const earlier: Earlier = { named: new Set(), nameless: new Map() }
    return {
      read: (row) => readRow(actor, header, row, earlier, app.config.currency),
      pass: (rows) => passRows(app, actor, rows, earlier),
      take: (at, rows, publish) => takeBatch(app, actor, at, { rows, earlier, publish }),
    }
  },
}

/**
 * Notes the products of rows that were taken before this node took over: a later row that names one of them differently, by its id instead
 * of its SKU, is refused as it would have been on one node.
 */
async function passRows({ db }: App, actor: Actor, rows: readonly ReadRow[], earlier: Earlier): Promise<void> {
  const read = rows.filter((row) => row.kind === 'read')
  for (const { id } of read) if (id !== null) noteProduct(earlier, id)
  const skus = read.flatMap(({ id, given }) => (id === null && given.sku ? given.sku : []))
  if (skus.length === 0) return
  const mine = and(eq(products.sellerId, actor.id), hasSku(skus))
  const index = openIndex()
  for (const product of await db.select({ id: products.id, sku: products.sku }).from(products).where(mine).orderBy(products.id))
    addSku(index, product)
  for (const sku of skus) {
    const id = idWithSku(sku, index)
    if (id !== undefined) noteProduct(earlier, id)
  }
}
