import { sql } from 'drizzle-orm'
import { AppError } from '#domain/errors.ts'
import type { Product } from '#domain/product.ts'
import type { Tx } from '#server/platform/database/database.ts'

const read = (error: unknown, key: string): unknown => (error instanceof Error ? Reflect.get(error, key) : undefined)

/** True for the violation of the unique index on a seller's SKUs. */
export const isSkuTaken = (error: unknown): boolean =>
  [error, read(error, 'cause')].some((each) => read(each, 'code') === '23505' && read(each, 'constraint_name') === 'products_sku')

/** Turns that violation into `sku-taken`; rethrows any other error. */
export function skuTaken(error: unknown): never {
  if (isSkuTaken(error)) throw new AppError('sku-taken', { field: 'sku' })
  throw error
}

/** Throws `sku-taken` for the `field` if another product of the seller has the proposed SKU: the proposal could never be accepted. */
export async function assertSkuFree(
  tx: Tx,
  { id, seller_id }: Pick<Product, 'id' | 'seller_id'>,
  sku: string | null | undefined,
  field: string,
): Promise<void> {
  if (!sku) return
  const others = await tx.execute(sql`select from products where seller_id = ${seller_id} and sku = ${sku} and id <> ${id}`)
  if (others.length > 0) throw new AppError('sku-taken', { field })
}
