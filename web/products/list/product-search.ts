import type { ProductSort as Sorts } from '#contract/products.ts'
import type { ProductStatus } from '#domain/product.ts'
import { choiceParam, pagesParam, textParam } from '#web/platform/search-params.ts'

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
/** The choices in the order they are offered. */
export const statusesShown = Object.keys(statuses) as ProductStatus[]
export const sortsShown = Object.keys(sorts) as ProductSort[]

export type ProductSearch = {
  search?: string | undefined
  status?: ProductStatus | undefined
  sort?: ProductSort | undefined
  pages?: number | undefined
}

/** The state of the seller's list, as it stands in the address. */
export function readProductSearch(raw: Record<string, unknown>): ProductSearch {
  return {
    search: textParam(raw.search),
    status: choiceParam(raw.status, statuses),
    sort: choiceParam(raw.sort, sorts),
    pages: pagesParam(raw.pages),
  }
}
