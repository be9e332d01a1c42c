import type { QueueSort } from '#contract/products.ts'
import type { ProductStatus } from '#domain/product.ts'
import { choiceParam, textParam } from '#web/app/search-params.ts'

const statuses: Record<ProductStatus, true> = { draft: true, pending: true, approved: true, rejected: true, archived: true }
const sorts: Record<(typeof QueueSort.options)[number], true> = { waiting: true, newest: true, title: true, price: true, '-price': true }

/** The state of the review queue, as it stands in the address; `product` is the opened one. */
export function readQueueSearch(raw: Record<string, unknown>) {
  return {
    status: choiceParam(raw.status, statuses),
    search: textParam(raw.search),
    category: textParam(raw.category),
    seller: textParam(raw.seller),
    sort: choiceParam(raw.sort, sorts),
    after: textParam(raw.after),
    product: textParam(raw.product),
  }
}
