import type { ProductChange } from '#domain/product.ts'

/** Turns an empty SKU or category into null: two products without a SKU do not share one. */
export function withoutEmpty<Fields extends Pick<ProductChange, 'sku' | 'category'>>(fields: Fields): Fields {
  const { sku, category } = fields
  return { ...fields, ...(sku === '' && { sku: null }), ...(category === '' && { category: null }) }
}
