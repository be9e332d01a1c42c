import type { OrderFilters, SellerOrderFilters, OrderSort as Sorts } from '#contract/orders.ts'
import type { LineStatus, PaymentStatus } from '#domain/order-rules.ts'
import { choiceParam, dayParam, everyOf, pagesParam, textParam } from '#web/platform/search-params.ts'
import { type OwnRowsName, ownRowsNames } from '#web/sales/figures.ts'

// By name: every screen reads addresses, but few need the rules that the lists of statuses stand with.
const payments: Record<PaymentStatus, true> = { unpaid: true, paid: true, partly_refunded: true, refunded: true }
const ownRows = everyOf(ownRowsNames)
const lines: Record<LineStatus, true> = { open: true, shipped: true, delivered: true, cancelled: true }

const sorts: Record<OrderSort, true> = { newest: true, oldest: true }

export type OrderSort = (typeof Sorts.options)[number]
/** The choices in the order they are offered. */
export const sortsShown = Object.keys(sorts) as OrderSort[]

type Place = { sort?: OrderSort | undefined; pages?: number | undefined }
/** `sales`: the range of the seller's own figures above the list, where they are unfolded; `rows`: what one of them consists of, perhaps of one product (`sold`). */
type OwnSalesPlace = { sales?: string | undefined; rows?: OwnRowsName | undefined; sold?: string | undefined }
export type SellerOrderSearch = SellerOrderFilters & Place & OwnSalesPlace
export type OrderSearch = OrderFilters & Place

/** The state of a seller's list of orders, as it stands in the address; the names are those of the call and of the CSV file. */
export function readSellerOrderSearch(raw: Record<string, unknown>): SellerOrderSearch {
  return {
    search: textParam(raw.search),
    product_id: textParam(raw.product_id),
    paymentStatus: choiceParam(raw.paymentStatus, payments),
    lineStatus: choiceParam(raw.lineStatus, lines),
    from: dayParam(raw.from),
    to: dayParam(raw.to),
    sort: choiceParam(raw.sort, sorts),
    pages: pagesParam(raw.pages),
    sales: textParam(raw.sales),
    rows: choiceParam(raw.rows, ownRows),
    sold: textParam(raw.sold),
  }
}

/** The same for admins, who may look at one seller's orders. */
export function readOrderSearch(raw: Record<string, unknown>): OrderSearch {
  const { sales: _, rows: __, sold: ___, ...search } = readSellerOrderSearch(raw)
  return { ...search, seller_id: textParam(raw.seller_id) }
}
