import { AppError } from '#domain/errors.ts'

const read = (error: unknown, key: string): unknown => (error instanceof Error ? Reflect.get(error, key) : undefined)

/** Turns the refusal of the unique index into `sku-taken`; any other error goes on. */
export function skuTaken(error: unknown): never {
  for (const each of [error, read(error, 'cause')]) {
    if (read(each, 'code') === '23505' && read(each, 'constraint_name') === 'products_sku')
      throw new AppError('sku-taken', { field: 'sku' })
  }
  throw error
}
