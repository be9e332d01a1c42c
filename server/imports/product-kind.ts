import { and, eq, inArray } from 'drizzle-orm'
import type { Actor } from '#domain/user.ts'
import type { ImportKind } from '#server/imports/import-kind.ts'
import { type KnownColumn, productHeader } from '#server/imports/read-header.ts'
import { noteProduct, type ReadRow, readRow, type Seen } from '#server/imports/read-row.ts'
import { takeBatch } from '#server/imports/take-batch.ts'
import type { App } from '#server/platform/app.ts'
import { products } from '#server/platform/database/tables/products.ts'

/** A seller's products (product §3). */
export const productKind: ImportKind<KnownColumn, ReadRow> = {
  header: productHeader,
  open: (app, actor, header) => {
    const seen: Seen = { named: new Set(), nameless: new Map() }
    return {
      read: (row) => readRow(actor, header, row, seen, app.config.currency),
      pass: (rows) => passRows(app, actor, rows, seen),
      take: (at, rows, tell) => takeBatch(app, actor, at, { rows, seen, tell }),
    }
  },
}

/**
 * Notes which products those rows are about that were taken before this node came: a later row that names one of them otherwise, by its id
 * instead of its SKU, is refused as it would have been without the change of nodes.
 */
async function passRows({ db }: App, actor: Actor, rows: readonly ReadRow[], seen: Seen): Promise<void> {
  const read = rows.filter((row) => row.kind === 'read')
  for (const { id } of read) if (id !== null) noteProduct(seen, id)
  const skus = read.flatMap(({ id, given }) => (id === null && given.sku ? given.sku : []))
  if (skus.length === 0) return
  const mine = and(eq(products.sellerId, actor.id), inArray(products.sku, skus))
  for (const { id } of await db.select({ id: products.id }).from(products).where(mine)) noteProduct(seen, id)
}
