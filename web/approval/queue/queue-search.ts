import type { QueueSort as Sorts } from '#contract/products.ts'
import type { ProductStatus } from '#domain/product.ts'
import { choiceParam, pagesParam, searchReader, textParam } from '#web/platform/search-params.ts'

export type QueueSort = (typeof Sorts.options)[number]

// Pending first: these products wait for a decision.
const statuses: Record<ProductStatus, true> = { pending: true, approved: true, rejected: true, archived: true, draft: true }
const sorts: Record<QueueSort, true> = { waiting: true, newest: true, title: true, price: true, '-price': true }

/** The choices in display order. */
export const statusesShown = Object.keys(statuses) as ProductStatus[]
export const sortsShown = Object.keys(sorts) as QueueSort[]

/** Reads the state of the review queue from the address. */
export const readQueueSearch = searchReader({
  status: choiceParam(statuses),
  search: textParam,
  category: textParam,
  seller: textParam,
  sort: choiceParam(sorts),
  pages: pagesParam,
  /** The id of the opened product. */
  product: textParam,
})

/** The order of a queue unless another is chosen: decided items newest first, else that of the call: what waits longest first. */
export const usualSort = (status: string) => (status === 'pending' ? undefined : 'newest')
