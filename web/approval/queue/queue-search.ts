import type { QueueSort as Sorts } from '#contract/products.ts'
import type { ProductStatus } from '#domain/product.ts'
import { choiceParam, choices, pagesParam, searchReader, textParam } from '#web/platform/search-params.ts'

export type QueueSort = (typeof Sorts.options)[number]

/** Pending first: these products wait for a decision. */
export const statusesShown = choices<ProductStatus>({ pending: true, approved: true, rejected: true, archived: true, draft: true })
export const sortsShown = choices<QueueSort>({ waiting: true, newest: true, title: true, price: true, '-price': true })

/** Reads the state of the review queue from the address. */
export const readQueueSearch = searchReader({
  status: choiceParam(statusesShown),
  search: textParam,
  category: textParam,
  seller: textParam,
  sort: choiceParam(sortsShown),
  pages: pagesParam,
  /** The id of the opened product. */
  product: textParam,
})

/** The order of a queue unless another is chosen: decided items newest first, else that of the call: what waits longest first. */
export const usualSort = (status: string) => (status === 'pending' ? undefined : 'newest')
