import { oc } from '@orpc/contract'
import { z } from 'zod'
import { ById, page, pageOf } from '#contract/page.ts'
import { TimelineEntry } from '#contract/products.ts'
import { limits } from '#domain/limits.ts'
import {
  Amount,
  LineCounts,
  LineStatus,
  Order,
  OrderLine,
  OrderReason,
  OrderRow,
  PaymentStatus,
  SellerOrder,
  SellerOrderRow,
  Shipment,
} from '#domain/order.ts'
import { Person } from '#domain/person.ts'
import { say } from '#domain/shape-texts.ts'
import { Day, eachOnce, Id, Search, Total } from '#domain/text.ts'
import { Email } from '#domain/user.ts'

/** By the time of placing; people who ship start with the oldest. */
export const OrderSort = z.enum(['newest', 'oldest'])
const sort = OrderSort.default('newest')
/** Only the order with exactly this number. */
const number = Search.optional()

/** The filters of a seller's list; its CSV file takes the same. */
export const SellerOrderFilters = z.object({
  /** The number, or a part of the title of one of their lines. */
  search: Search.optional(),
  /** For sellers, `product_id` and `lineStatus` apply to their own lines. */
  product_id: Id.optional().describe('Orders with a line of this product.'),
  /** An order that was fully cancelled before payment owes nothing, and does not count as unpaid. */
  paymentStatus: PaymentStatus.optional(),
  lineStatus: LineStatus.optional().describe('Orders with at least one line of this status.'),
  from: Day.optional().describe('The first day on which the order was placed, such as `2026-01-31`.'),
  to: Day.optional().describe('The last day.'),
})
export type SellerOrderFilters = z.infer<typeof SellerOrderFilters>

/** The filters of the admins' list. */
export const OrderFilters = SellerOrderFilters.extend({
  /** For admins who name no seller also a part of a seller's name, shop or email address, at most 100 sellers. */
  search: Search.optional().describe('The number, the external id in any case, or a part of the name or email address of the buyer.'),
  seller_id: Id.optional().describe('Orders with a line of this seller; `lineStatus` then applies to their lines.'),
})
export type OrderFilters = z.infer<typeof OrderFilters>

/** A row of the admins' list, with its sellers; filtered by seller, also the number of that seller's lines per status. */
export const ListedOrder = OrderRow.extend({ sellers: z.array(Person), sellerCounts: LineCounts.optional() })
export type ListedOrder = z.infer<typeof ListedOrder>

/**
 * One event of an order. Sellers get those of the whole order and of their own lines. `by` may be an API key, and is null for sellers unless they
 * acted themselves; what changed is the status of the line or of the payment.
 */
export const OrderEvent = TimelineEntry.extend({
  /** The line concerned, with its title at that time. */
  lineId: Id.nullable(),
  title: z.string().nullable(),
  carrier: z.string().nullable(),
  tracking: z.string().nullable(),
  /** Minor units, of a payment or refund; for admins only. */
  amount: z.int().nullable(),
})
export type OrderEvent = z.infer<typeof OrderEvent>

/** Lines of one order; a move applies to all of them or none. */
const lines = z
  .array(Id)
  .min(1)
  .max(limits.order.linesMax)
  .refine(...eachOnce('line-twice'))
const Moved = z.object({ lines: z.array(OrderLine) })

/** The input of a shipment. */
export const LinesToShip = Shipment.extend({ id: Id, lines })
export const LinesToDeliver = z.object({ id: Id, lines })
export const LinesToCancel = z.object({ id: Id, lines, reason: OrderReason.default('') })

/** The input of a payment; `amount` is the expected amount due. */
const PaymentToRecord = ById.extend({ amount: Amount.optional() })

/**
 * The input of a refund. `refunded` is the expected amount refunded before: if it has changed, the refund is refused with `stale-version`,
 * so that a second click refunds nothing twice.
 */
export const RefundToMake = z.object({
  id: Id,
  amount: Amount.min(1, say('refund-zero')),
  reason: OrderReason.default(''),
  refunded: Amount.optional(),
})

/** What there is of a buyer: orders, and the messages and files that they sent to support. */
const BuyerCounts = z.object({ orders: z.int(), messages: z.int(), files: z.int() })
export type BuyerCounts = z.infer<typeof BuyerCounts>

/**
 * Orders (product §5). Foreign and unknown ones both answer `not-found`. The moves throw `wrong-status` with `data.fresh` (for lines `{
 * lines }`, the current state of the named ones), `not-allowed`, `account-suspended`.
 */
export const orders = {
  /** All orders, for admins. */
  list: oc.input(OrderFilters.extend({ ...page, sort, number })).output(pageOf(ListedOrder).extend({ total: Total })),
  /** A whole order, for admins. */
  get: oc.input(ById).output(Order),
  /** A seller's orders, each with only their lines and amounts. */
  listOwn: oc.input(SellerOrderFilters.extend({ ...page, sort, number })).output(pageOf(SellerOrderRow).extend({ total: Total })),
  /** How many orders a list has whose search came without its total; 1000 mean more. For a seller their own, for admins all. */
  count: oc.input(OrderFilters).output(z.object({ total: z.int() })),
  /** One order as a seller sees it. */
  getOwn: oc.input(ById).output(SellerOrder),
  /** The events of an order, oldest first; for its sellers and admins. */
  timeline: oc.input(ById).output(z.object({ rows: z.array(OrderEvent) })),
  /**
   * How many lines wait to be shipped, in how many orders, and in how many that are unpaid or were refunded in full; 1000 lines mean more.
   * For a seller their own, for admins all.
   */
  unshipped: oc.output(z.object({ lines: z.int(), orders: z.int(), unpaid: z.int(), refunded: z.int() })),
  /** Marks lines as shipped, in one shipment; for their seller and admins. */
  ship: oc.input(LinesToShip).output(Moved),
  /** Corrects carrier and tracking number of shipped lines; for their seller and admins. */
  correctShipment: oc.input(LinesToShip).output(Moved),
  deliver: oc.input(LinesToDeliver).output(Moved),
  /** Cancels lines and restores their stock; for admins. A paid amount is refunded separately. */
  cancel: oc.input(LinesToCancel).output(Moved),
  /**
   * Records that the whole amount due was paid; for admins. Throws `wrong-status` if it was paid before or nothing is left to be shipped,
   * `wrong-total` if `amount` is not the amount due.
   */
  pay: oc.input(PaymentToRecord).output(Order),
  /**
   * Records that money was returned to the buyer; for admins. Throws `refund-too-high` with `data.refundable`, `wrong-status`,
   * `stale-version`.
   */
  refund: oc.input(RefundToMake).output(Order),
  /** What there is of a buyer, and how many of the orders have lines to ship; for admins, before an export or an erasure. */
  buyer: oc.input(z.object({ email: Email })).output(BuyerCounts.extend({ open: z.int() })),
  /**
   * Blanks the buyer's data in all their orders and their chat, permanently; amounts stay (product §5). Throws `open-orders` while lines are to be
   * shipped.
   */
  eraseBuyer: oc.input(z.object({ email: Email })).output(BuyerCounts),
}
