import { AppError } from '#domain/errors.ts'
import type { Product } from '#domain/product.ts'
import { foldCase } from '#domain/text.ts'
import { type Earlier, hasTaken } from '#server/imports/read-row.ts'

type WithSku = Pick<Product, 'id' | 'sku'>

/**
 * One person's products by id, and the SKUs of these and of new products regardless of case, as changed by the rows so far. Older products
 * may share a SKU but for its case.
 */
export type ProductIndex = { byId: Map<string, Product>; bySku: Map<string, readonly WithSku[]> }

/** An index without products. */
export const openIndex = (): ProductIndex => ({ byId: new Map(), bySku: new Map() })

/** An index that can change without the first one. */
export const copyOf = ({ byId, bySku }: ProductIndex): ProductIndex => ({ byId: new Map(byId), bySku: new Map(bySku) })

/** Adds the SKU of a product; of a new one, only this is known to later rows. */
export function addSku({ bySku }: Pick<ProductIndex, 'bySku'>, { id, sku }: WithSku): void {
  if (sku !== null) bySku.set(foldCase(sku), [...withSku(sku, bySku), { id, sku }])
}

/** Adds a product with its SKU. */
export function addProduct(index: ProductIndex, product: Product): void {
  index.byId.set(product.id, product)
  addSku(index, product)
}

const withSku = (sku: string, bySku: ProductIndex['bySku']) => bySku.get(foldCase(sku)) ?? []

/** The id of the product with the SKU as it is written, else of the first with the same one but for case. */
export function idWithSku(sku: string, { bySku }: Pick<ProductIndex, 'bySku'>): string | undefined {
  const found = withSku(sku, bySku)
  return (found.find((product) => product.sku === sku) ?? found[0])?.id
}

/** The product with the SKU as it is written, else the oldest with the same one but for case; not one that an earlier row makes. */
export const findBySku = (sku: string, index: ProductIndex): Product | undefined => index.byId.get(idWithSku(sku, index) ?? '')

/** Gives a product another SKU: later rows see the new state. */
export function takeSku(index: ProductIndex, before: Product, sku: string | null): void {
  if (before.sku !== null) {
    const others = withSku(before.sku, index.bySku).filter(({ id }) => id !== before.id)
    index.bySku.set(foldCase(before.sku), others)
  }
  addProduct(index, { ...before, sku })
}

/** Does the check of the unique index ahead of it, also for a SKU that will wait for review. Throws `sku-taken`. */
export function assertSkuFree(sku: string | null | undefined, { id }: Product, { bySku }: ProductIndex, earlier: Earlier): void {
  if (sku && (hasTaken(earlier, sku) || withSku(sku, bySku).some((other) => other.id !== id)))
    throw new AppError('sku-taken', { field: 'sku' })
}
