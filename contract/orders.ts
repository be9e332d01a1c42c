import { oc } from '@orpc/contract'
import { z } from 'zod'
import { EventKind } from '#domain/event.ts'
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
import { Day, Id, Moment, Search } from '#domain/text.ts'
import { Email } from '#domain/user.ts'

const page = { cursor: z.string().max(2_000).optional(), limit: z.int().min(1).max(limits.page.sizeMax).default(limits.page.size) }
/** By the moment it was placed; whoever ships begins with the oldest. */
export const OrderSort = z.enum(['newest', 'oldest'])
const sort = OrderSort.default('newest')
/** Only the order with exactly this number. */
const number = Search.optional()

/** What narrows a seller's list; the CSV file of it takes the same. */
export const SellerOrderFilters = z.object({
  /** The number, or a part of a title of his. */
  search: Search.optional(),
  /** Orders with a line (of his) of this product. */
  product_id: Id.optional(),
  /** What is cancelled in full before it was paid owes nothing, and is not among the unpaid ones. */
  paymentStatus: PaymentStatus.optional(),
  /** Orders with at least one line (of his) of this status. */
  lineStatus: LineStatus.optional(),
  /** Days of the installation's time zone (TIME_ZONE) on which it was placed, both included. */
  from: Day.optional(),
  to: Day.optional(),
})
export type SellerOrderFilters = z.infer<typeof SellerOrderFilters>

/** What narrows the admins' list. With a seller, `lineStatus` is about his lines. */
export const OrderFilters = SellerOrderFilters.extend({
  /** The number, or a part of the buyer's name or e-mail address. */
  search: Search.optional(),
  seller_id: Id.optional(),
})
export type OrderFilters = z.infer<typeof OrderFilters>

/** A row of the admins' list; of one seller's orders, also how many of his lines have which status. */
export const ListedOrder = OrderRow.extend({ sellerCounts: LineCounts.optional() })
export type ListedOrder = z.infer<typeof ListedOrder>

/** One thing that happened to an order; a seller is told what concerns all of it, and his own lines. */
export const OrderEvent = z.object({
  id: z.string(),
  kind: EventKind,
  at: Moment,
  /** Who did it: a person, or the API key; null where the system acted, and for sellers where it was not they. */
  by: z.string().nullable(),
  byAdmin: z.boolean(),
  /** The line it is about, with its title then. */
  lineId: Id.nullable(),
  title: z.string().nullable(),
  carrier: z.string().nullable(),
  tracking: z.string().nullable(),
  /** Minor units; of a payment or refund, for admins alone. */
  amount: z.int().nullable(),
  reason: z.string().nullable(),
  /** The status of the line, or of the payment: what changed, from what to what. */
  fields: z.array(z.string()),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
})
export type OrderEvent = z.infer<typeof OrderEvent>

/** Lines of one order; all of them are moved, or none. */
const lines = z
  .array(Id)
  .min(1)
  .max(limits.order.linesMax)
  .refine((ids) => new Set(ids).size === ids.length, 'A line is named twice.')
const Moved = z.object({ lines: z.array(OrderLine) })
const orderId = z.object({ id: Id })

/** What a move of lines is asked with. */
export const LinesToShip = Shipment.extend({ id: Id, lines })
export const LinesToDeliver = z.object({ id: Id, lines })
export const LinesToCancel = z.object({ id: Id, lines, reason: OrderReason.default('') })

/** What a payment is asked with: `amount` is what was due, as it was seen. */
export const PaymentToRecord = orderId.extend({ amount: Amount.optional() })

/**
 * What a refund is asked with. `refunded` is what the order said was refunded before, as it was seen: if that changed meanwhile, the refund is
 * refused with `stale-version`, so that a second click gives nothing back twice.
 */
export const RefundToMake = z.object({
  id: Id,
  amount: Amount.min(1, 'The amount must be above zero.'),
  reason: OrderReason.default(''),
  refunded: Amount.optional(),
})

/**
 * Orders (product §5). Foreign and unknown ones answer alike, with `not-found`. Refusals of the moves: `wrong-status` with `data.fresh` (for
 * lines `{ lines }` as they are now, of the asked ones), `not-allowed`, `account-suspended`.
 */
export const orders = {
  /** All orders; for admins. */
  list: oc
    .input(OrderFilters.extend({ ...page, sort, number }))
    .output(z.object({ rows: z.array(ListedOrder), next: z.string().nullable() })),
  /** One whole order; for admins. */
  get: oc.input(orderId).output(Order),
  /** A seller's orders, each with nothing but his own lines and amounts. */
  listOwn: oc
    .input(SellerOrderFilters.extend({ ...page, sort, number }))
    .output(z.object({ rows: z.array(SellerOrderRow), next: z.string().nullable() })),
  /** One order as a seller sees it. */
  getOwn: oc.input(orderId).output(SellerOrder),
  /** What happened to it, oldest first; for its sellers and admins. */
  timeline: oc.input(orderId).output(z.object({ rows: z.array(OrderEvent) })),
  /** How many lines wait to be shipped, in how many orders, and in how many that nobody has paid; 1000 lines stand for more. A seller's own, for admins all. */
  unshipped: oc.output(z.object({ lines: z.int(), orders: z.int(), unpaid: z.int() })),
  /** Lines are on their way, in one shipment; by their seller or an admin. */
  ship: oc.input(LinesToShip).output(Moved),
  deliver: oc.input(LinesToDeliver).output(Moved),
  /** Lines will not be sent: their stock is given back. For admins. What was paid for them is refunded apart. */
  cancel: oc.input(LinesToCancel).output(Moved),
  /**
   * The whole amount that is due was paid; for admins. Refused with `wrong-status` if it was before, or nothing is left to be sent, with `wrong-total`
   * where it is not what is due by now.
   */
  pay: oc.input(PaymentToRecord).output(Order),
  /** Money went back to the buyer; for admins. Refused with `refund-too-high` and `data.refundable`, `wrong-status`, `stale-version`. */
  refund: oc.input(RefundToMake).output(Order),
  /** How many orders this buyer has; for admins, before an export or an erasure. */
  buyer: oc.input(z.object({ email: Email })).output(z.object({ orders: z.int(), open: z.int() })),
  /** Blanks who the buyer was in all his orders, for good; amounts stay (product §5). Refused with `open-orders` while lines are to be shipped. */
  eraseBuyer: oc.input(z.object({ email: Email })).output(z.object({ orders: z.int() })),
}
