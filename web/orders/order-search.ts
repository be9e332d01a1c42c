import type { OrderFilters, SellerOrderFilters, OrderSort as Sorts } from '#contract/orders.ts'
import { type Preset, presets } from '#domain/day-presets.ts'
import type { LineStatus, PaymentStatus } from '#domain/order-rules.ts'
import { choiceParam, choices, dayParam, hideParam, pagesParam, searchReader, textParam } from '#web/platform/search-params.ts'
import { type OwnRowsName, ownRowsNames } from '#web/sales/rows-names.ts'

// Listed by name: every screen reads addresses, but few need the rules that define the statuses.
const payments = choices<PaymentStatus>({ unpaid: true, paid: true, partly_refunded: true, refunded: true })
const lines = choices<LineStatus>({ open: true, shipped: true, delivered: true, cancelled: true })

export type OrderSort = (typeof Sorts.options)[number]
export const sortsShown = choices<OrderSort>({ newest: true, oldest: true })

/** The columns that can be hidden; `seller` in the admins' list only. */
export const orderColumns = ['buyer', 'seller', 'placed', 'amount'] as const
export type OrderColumn = (typeof orderColumns)[number]

/** `range` stands for its days. */
type Place = { range?: Preset | undefined; sort?: OrderSort | undefined; hide?: string | undefined; pages?: number | undefined }
/**
 * `sales`: the range of the seller's own figures above the list, if unfolded; `rows`: the figure whose rows are shown, and `sold` its
 * product, if any.
 */
type OwnSalesPlace = { sales?: string | undefined; rows?: OwnRowsName | undefined; sold?: string | undefined }
export type SellerOrderSearch = SellerOrderFilters & Place & OwnSalesPlace
export type OrderSearch = OrderFilters & Place

/** The state of a seller's list of orders in its address; names as in the call and the CSV file. */
export const readSellerOrderSearch: (raw: Record<string, unknown>) => SellerOrderSearch = searchReader({
  search: textParam,
  product_id: textParam,
  paymentStatus: choiceParam(payments),
  lineStatus: choiceParam(lines),
  range: choiceParam(presets),
  from: dayParam,
  to: dayParam,
  sort: choiceParam(sortsShown),
  hide: hideParam(orderColumns),
  pages: pagesParam,
  sales: textParam,
  rows: choiceParam(ownRowsNames),
  sold: textParam,
})

/** The state of the admins' list, which may be filtered by seller. */
export function readOrderSearch(raw: Record<string, unknown>): OrderSearch {
  const { sales: _, rows: __, sold: ___, ...search } = readSellerOrderSearch(raw)
  return { ...search, seller_id: textParam(raw.seller_id) }
}
