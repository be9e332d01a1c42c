import type { OrderFilters, SellerOrderFilters } from '#contract/orders.ts'
import { type LineStatus, lineStatuses, type PaymentStatus, paymentStatuses } from '#domain/order-rules.ts'
import { choiceParam, dayParam, pagesParam, textParam } from '#web/app/search-params.ts'

const everyOf = <Value extends string>(values: readonly Value[]) =>
  Object.fromEntries(values.map((value) => [value, true])) as Record<Value, true>
const payments: Record<PaymentStatus, true> = everyOf(paymentStatuses)
const lines: Record<LineStatus, true> = everyOf(lineStatuses)

export type SellerOrderSearch = SellerOrderFilters & { pages?: number | undefined }
export type OrderSearch = OrderFilters & { pages?: number | undefined }

/** The state of a seller's list of orders, as it stands in the address; the names are those of the call and of the CSV file. */
export function readSellerOrderSearch(raw: Record<string, unknown>): SellerOrderSearch {
  return {
    search: textParam(raw.search),
    paymentStatus: choiceParam(raw.paymentStatus, payments),
    lineStatus: choiceParam(raw.lineStatus, lines),
    from: dayParam(raw.from),
    to: dayParam(raw.to),
    pages: pagesParam(raw.pages),
  }
}

/** The same for admins, who may look at one seller's orders. */
export const readOrderSearch = (raw: Record<string, unknown>): OrderSearch => ({
  ...readSellerOrderSearch(raw),
  seller_id: textParam(raw.seller_id),
})
