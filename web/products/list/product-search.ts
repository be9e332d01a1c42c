import type { ProductSort as Sorts } from '#contract/products.ts'
import type { ProductStatus } from '#domain/product.ts'
import { choiceParam, choices, hideParam, pagesParam, searchReader, textParam } from '#web/platform/search-params.ts'

export type ProductSort = (typeof Sorts.options)[number]
export const statusesShown = choices<ProductStatus>({ draft: true, pending: true, approved: true, rejected: true, archived: true })
export const sortsShown = choices<ProductSort>({
  newest: true,
  oldest: true,
  updated: true,
  title: true,
  price: true,
  '-price': true,
  stock: true,
  '-stock': true,
})

/** The columns that can be hidden. */
export const productColumns = ['price', 'stock'] as const
export type ProductColumn = (typeof productColumns)[number]

/** Reads the state of the seller's list from the address. */
export const readProductSearch = searchReader({
  search: textParam,
  status: choiceParam(statusesShown),
  sort: choiceParam(sortsShown),
  hide: hideParam(productColumns),
  pages: pagesParam,
})
export type ProductSearch = ReturnType<typeof readProductSearch>
