import { type SQL, sql } from 'drizzle-orm'
import { AppError } from '#domain/errors.ts'
import type { Product } from '#domain/product.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { foldedSku } from '#server/platform/database/tables/products.ts'

const read = (error: unknown, key: string): unknown => (error instanceof Error ? Reflect.get(error, key) : undefined)

/** The unique indexes on a seller's SKUs: as they are written, and regardless of case. */
const indexes: readonly unknown[] = ['products_sku', 'products_sku_folded']

/** True for the violation of one of these indexes. */
export const isSkuTaken = (error: unknown): boolean =>
  [error, read(error, 'cause')].some((each) => read(each, 'code') === '23505' && indexes.includes(read(each, 'constraint')))

/** Turns that violation into `sku-taken`; rethrows any other error. */
export function skuTaken(error: unknown): never {
  if (isSkuTaken(error)) throw new AppError('sku-taken', { field: 'sku' })
  throw error
}

/** Condition: the product has one of these SKUs, regardless of case; one that clashes with an older SKU is found only as it is written. */
export function hasSku(skus: readonly string[]): SQL {
  const given = sql`jsonb_array_elements_text(${JSON.stringify(skus)}::jsonb) as given(sku)`
  const folded = sql`${foldedSku(sql`products.sku`)} = any (array(select ${foldedSku(sql`given.sku`)} from ${given}))`
  return sql`((products.sku is not null and not products.sku_clashes and ${folded}) or products.sku = any (array(select given.sku from ${given})))`
}

/** Throws `sku-taken` for the `field` if another product of the seller has the proposed SKU: the proposal could never be accepted. */
export async function assertSkuFree(
  tx: Tx,
  { id, seller_id }: Pick<Product, 'id' | 'seller_id'>,
  sku: string | null | undefined,
  field: string,
): Promise<void> {
  if (!sku) return
  const others = await tx.execute(sql`select from products where seller_id = ${seller_id} and ${hasSku([sku])} and id <> ${id}`)
  if (others.length > 0) throw new AppError('sku-taken', { field })
}
