import type { ProductSort } from '#contract/products.ts'
import type { ProductStatus } from '#domain/product.ts'
import { choiceParam, textParam } from '#web/app/search-params.ts'

const statuses: Record<ProductStatus, true> = { draft: true, pending: true, approved: true, rejected: true, archived: true }
const sorts: Record<(typeof ProductSort.options)[number], true> = {
  newest: true,
  oldest: true,
  updated: true,
  title: true,
  price: true,
  '-price': true,
  stock: true,
  '-stock': true,
}

/** The state of the seller's list, as it stands in the address. */
export function readProductSearch(raw: Record<string, unknown>) {
  return {
    search: textParam(raw.search),
    status: choiceParam(raw.status, statuses),
    sort: choiceParam(raw.sort, sorts),
    after: textParam(raw.after),
  }
}
