import type { ProductSort as Sorts } from '#contract/products.ts'
import type { ProductStatus } from '#domain/product.ts'
import { choiceParam, hideParam, pagesParam, searchReader, textParam } from '#web/platform/search-params.ts'

const statuses: Record<ProductStatus, true> = { draft: true, pending: true, approved: true, rejected: true, archived: true }
const sorts: Record<ProductSort, true> = {
  newest: true,
  oldest: true,
  updated: true,
  title: true,
  price: true,
  '-price': true,
  stock: true,
  '-stock': true,
}

export type ProductSort = (typeof Sorts.options)[number]
/** The choices in display order. */
export const statusesShown = Object.keys(statuses) as ProductStatus[]
export const sortsShown = Object.keys(sorts) as ProductSort[]

/** The columns that can be hidden. */
export const productColumns = ['price', 'stock'] as const
export type ProductColumn = (typeof productColumns)[number]

/** Reads the state of the seller's list from the address. */
export const readProductSearch = searchReader({
  search: textParam,
  status: choiceParam(statuses),
  sort: choiceParam(sorts),
  hide: hideParam(productColumns),
  pages: pagesParam,
})
export type ProductSearch = ReturnType<typeof readProductSearch>
