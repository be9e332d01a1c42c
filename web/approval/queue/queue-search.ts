import type { QueueSort as Sorts } from '#contract/products.ts'
import type { ProductStatus } from '#domain/product.ts'
import { choiceParam, pagesParam, stringifySearch, textParam } from '#web/platform/search-params.ts'

export type QueueSort = (typeof Sorts.options)[number]

// Pending first: these products wait for a decision.
const statuses: Record<ProductStatus, true> = { pending: true, approved: true, rejected: true, archived: true, draft: true }
const sorts: Record<QueueSort, true> = { waiting: true, newest: true, title: true, price: true, '-price': true }

/** The choices in display order. */
export const statusesShown = Object.keys(statuses) as ProductStatus[]
export const sortsShown = Object.keys(sorts) as QueueSort[]

export type QueueSearch = {
  status?: ProductStatus | undefined
  search?: string | undefined
  category?: string | undefined
  seller?: string | undefined
  sort?: QueueSort | undefined
  pages?: number | undefined
  /** The id of the opened product. */
  product?: string | undefined
}

/** Reads the state of the review queue from the address. */
export function readQueueSearch(raw: Record<string, unknown>): QueueSearch {
  return {
    status: choiceParam(raw.status, statuses),
    search: textParam(raw.search),
    category: textParam(raw.category),
    seller: textParam(raw.seller),
    sort: choiceParam(raw.sort, sorts),
    pages: pagesParam(raw.pages),
    product: textParam(raw.product),
  }
}

/** The address of the queue in this state. */
export const addressOf = (search: QueueSearch): string => `/admin/product-approval${stringifySearch(search)}`

/** The part of the state that decides which products are listed, as a string. */
export const filterOf = ({ status, search, category, seller }: QueueSearch): string => JSON.stringify([status, search, category, seller])
