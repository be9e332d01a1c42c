import type { ProductChange } from '#domain/product.ts'

/** An empty SKU or category is none: two products without a SKU do not share one. */
export function withoutEmpty<Fields extends Pick<ProductChange, 'sku' | 'category'>>(fields: Fields): Fields {
  const { sku, category } = fields
  return { ...fields, ...(sku === '' && { sku: null }), ...(category === '' && { category: null }) }
}
