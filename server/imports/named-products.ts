import { sql } from 'drizzle-orm'
import type { OrderImportColumn } from '#domain/order-import.ts'
import { foldCase } from '#domain/text.ts'
import { wrongCell } from '#server/imports/row-problems.ts'
import { wasOnSale } from '#server/orders/take-stock.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { refusalText } from '#server/platform/problem-texts.ts'
import { hasSku } from '#server/products/unique-skus.ts'

/* Which product a row of an order means: by its id, or by its SKU if the row has no id. */

type Naming = { [Column in OrderImportColumn]?: string | undefined }

/** The ids of the products that have a SKU, by that in folded form. */
export type IdsBySku = ReadonlyMap<string, readonly string[]>

/** The text of a cell; undefined for an empty one. */
export const text = (cell: string | undefined) => (cell === undefined || cell.trim() === '' ? undefined : cell.trim())

/** The SKU by which a row names its product; undefined if it has the product's id. */
export const skuIn = ({ product_id, sku }: Naming): string | undefined => (text(product_id) === undefined ? text(sku) : undefined)

/** The column by which a row names its product. */
export const namingColumnOf = (row: Naming): OrderImportColumn => (skuIn(row) === undefined ? 'product_id' : 'sku')

/** The id of the product that a row means. Throws `invalid-argument` for a SKU of none, or of several. */
export function productIn(row: Naming, bySku: IdsBySku): string | undefined {
  const sku = skuIn(row)
  if (sku === undefined) return text(row.product_id)
  const [id, another] = bySku.get(foldCase(sku)) ?? []
  if (id === undefined) throw wrongCell('sku', refusalText('sku-not-sold'))
  if (another !== undefined) throw wrongCell('sku', refusalText('sku-of-several'))
  return id
}

/** The ids of the products that are or were on sale under each of these SKUs, by that in folded form; several where sellers use the same. */
export async function findBySku(tx: Tx, skus: readonly string[]): Promise<Map<string, string[]>> {
  if (skus.length === 0) return new Map()
  const rows = await tx.execute<{ id: string; sku: string }>(sql`
    select products.id, products.sku from products where ${hasSku(skus)} and ${wasOnSale} order by products.id`)
  return bySkuIn(rows)
}

/**
 * The same for lines of orders that were taken before: each means the product it was taken for, whatever has its SKU now. By the number
 * `at` of the order.
 */
export async function findBySkuTaken(
  tx: Tx,
  names: readonly { at: number; source: string; externalId: string }[],
): Promise<Map<number, Map<string, string[]>>> {
  if (names.length === 0) return new Map()
  const rows = await tx.execute<{ at: number; id: string; sku: string }>(sql`
    select distinct named.at, l.sku, l.product_id as id
    from json_to_recordset(${JSON.stringify(names)}::json) as named (at integer, source text, "externalId" text)
    join orders o on o.source = named.source and o.external_id = named."externalId" join order_lines l on l.order_id = o.id
    where l.sku is not null order by l.product_id`)
  return new Map([...Map.groupBy(rows, ({ at }) => at)].map(([at, found]) => [at, bySkuIn(found)]))
}

const bySkuIn = (rows: readonly { id: string; sku: string }[]): Map<string, string[]> =>
  new Map([...Map.groupBy(rows, ({ sku }) => foldCase(sku))].map(([sku, found]) => [sku, found.map(({ id }) => id)]))
