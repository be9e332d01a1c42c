import { AppError } from '#domain/errors.ts'

const read = (error: unknown, key: string): unknown => (error instanceof Error ? Reflect.get(error, key) : undefined)

/** True of the refusal of the unique index. */
export const isSkuTaken = (error: unknown): boolean =>
  [error, read(error, 'cause')].some((each) => read(each, 'code') === '23505' && read(each, 'constraint_name') === 'products_sku')

/** Turns the refusal of the unique index into `sku-taken`; any other error goes on. */
export function skuTaken(error: unknown): never {
  if (isSkuTaken(error)) throw new AppError('sku-taken', { field: 'sku' })
  throw error
}
