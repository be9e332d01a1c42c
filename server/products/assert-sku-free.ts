import { sql } from 'drizzle-orm'
import { AppError } from '#domain/errors.ts'
import type { Product } from '#domain/product.ts'
import type { Tx } from '#server/platform/database/database.ts'

const read = (error: unknown, key: string): unknown => (error instanceof Error ? Reflect.get(error, key) : undefined)

/** True of the refusal of the unique index. */
export const isSkuTaken = (error: unknown): boolean =>
  [error, read(error, 'cause')].some((each) => read(each, 'code') === '23505' && read(each, 'constraint_name') === 'products_sku')

/** Turns the refusal of the unique index into `sku-taken`; any other error goes on. */
export function skuTaken(error: unknown): never {
  if (isSkuTaken(error)) throw new AppError('sku-taken', { field: 'sku' })
  throw error
}

/** Refuses under the name of the `field` to propose a SKU that another product of the seller has: it could never be accepted (`sku-taken`). */
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
