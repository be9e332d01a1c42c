import { z } from 'zod'
import { limits } from '#domain/limits.ts'
import { lineStatuses, paymentStatuses } from '#domain/order-rules.ts'
import { Id, line, Moment, prose } from '#domain/text.ts'
import { Email } from '#domain/user.ts'

const l = limits.order

export const PaymentStatus = z.enum(paymentStatuses)
export const LineStatus = z.enum(lineStatuses)

/** Minor units of the marketplace's currency, up to 2⁵³ − 1 (product §5). */
export const Amount = z.int('Use a whole number of minor units.').min(0, 'An amount cannot be below zero.')

/** Where an order goes. Parts that an address does not have are empty. */
export const Address = z.object({
  line1: line({ min: 1, max: l.addressMax }),
  line2: line({ max: l.addressMax }).default(''),
  postalCode: line({ max: l.addressPartMax }).default(''),
  city: line({ max: l.addressPartMax }).default(''),
  region: line({ max: l.addressPartMax }).default(''),
  country: line({ max: l.addressPartMax }).default(''),
})
export type Address = z.infer<typeof Address>

/** A line as a storefront sends it: what was sold, how many, at which price. */
export const NewLine = z.object({
  product_id: Id,
  quantity: z.int('Use a whole number.').min(1, 'The quantity must be above zero.').max(l.quantityMax, `Use at most ${l.quantityMax}.`),
  /** Of one piece, as sold. */
  unitPrice: Amount,
  /** As sold; the product's own without it. */
  title: line({ min: 1, max: limits.product.titleMax }).optional(),
})

/** Where an order comes from: with the external id its name, under which it is taken once. */
export const Source = line({ min: 1, max: l.sourceMax })
export const ExternalId = line({ min: 1, max: l.externalIdMax })

/** An order as it arrives from a storefront or a file (product §5). */
export const NewOrder = z.object({
  source: Source,
  externalId: ExternalId.optional(),
  buyerName: line({ min: 1, max: l.buyerNameMax }),
  buyerEmail: Email,
  /** Left out where nothing is sent. */
  shippingAddress: Address.optional(),
  currency: z.string().length(3, 'Use a currency code of three letters.'),
  lines: z.array(NewLine).min(1).max(l.linesMax, `An order has at most ${l.linesMax} lines.`),
  shipping: Amount.default(0),
  tax: Amount.default(0),
  /** On the items. */
  discount: Amount.default(0),
  total: Amount,
  /** Now without it. */
  placedAt: Moment.optional(),
  /** Of an order that is paid already. */
  paidAt: Moment.optional(),
})
export type NewOrder = z.infer<typeof NewOrder>

/** Who carries a shipment, and under which number. */
export const Shipment = z.object({ carrier: line({ max: l.carrierMax }).default(''), tracking: line({ max: l.trackingMax }).default('') })

/** Why money goes back, or a line is cancelled. */
export const OrderReason = prose({ max: l.reasonMax })

/** How many lines of an order, or of one seller in it, have which status. */
export const LineCounts = z.record(LineStatus, z.int())

/** A line as its seller sees it. Amounts are minor units. */
export const OrderLine = z.object({
  id: Id,
  product_id: Id,
  title: z.string(),
  sku: z.string().nullable(),
  unitPrice: z.int(),
  quantity: z.int(),
  /** Its share of the order's discount. */
  discount: z.int(),
  status: LineStatus,
  carrier: z.string(),
  tracking: z.string(),
  shippedAt: Moment.nullable(),
  deliveredAt: Moment.nullable(),
  cancelledAt: Moment.nullable(),
})
export type OrderLine = z.infer<typeof OrderLine>

/** The same for admins: with whose it is. */
export const AdminOrderLine = OrderLine.extend({
  seller_id: Id,
  sellerName: z.string(),
  /** Lines of a suspended seller are shipped by an admin (product §2). */
  sellerStatus: z.enum(['active', 'suspended', 'closed']),
})
export type AdminOrderLine = z.infer<typeof AdminOrderLine>

/** Whose data was erased is called this (product §5). */
export const erasedBuyer = 'Erased buyer'

const common = {
  id: Id,
  /** Given by the server, as people say it: "1001". */
  number: z.string(),
  buyerName: z.string(),
  paymentStatus: PaymentStatus,
  placedAt: Moment,
  /** Pieces, of all lines. */
  units: z.int(),
  counts: LineCounts,
  /** All lines at their prices, less nothing. */
  items: z.int(),
  /** On the items; a seller's is the share of his lines. */
  discount: z.int(),
}

/** An order in the admins' list. */
export const OrderRow = z.object({
  ...common,
  /** Null once it was erased. */
  buyerEmail: z.string().nullable(),
  shipping: z.int(),
  tax: z.int(),
  total: z.int(),
  paid: z.int(),
  refunded: z.int(),
  source: z.string(),
  externalId: z.string().nullable(),
})
export type OrderRow = z.infer<typeof OrderRow>

/** What went back to the buyer. */
export const Refund = z.object({ id: Id, amount: z.int(), reason: z.string(), createdAt: Moment, by: z.string().nullable() })

/** A whole order, for admins and the API. */
export const Order = OrderRow.extend({
  shippingAddress: Address.nullable(),
  /** What is still to be paid: the total less what was cancelled before; 0 once paid, and where all lines are cancelled. */
  due: z.int(),
  paidAt: Moment.nullable(),
  erasedAt: Moment.nullable(),
  lines: z.array(AdminOrderLine),
  refunds: z.array(Refund),
})
export type Order = z.infer<typeof Order>

/** An order as one of its sellers sees it in a list: his lines alone, his amounts alone. */
export const SellerOrderRow = z.object({
  ...common,
  /** What was cancelled of his items, less its discount; the rest is what he sells. */
  cancelled: z.int(),
})
export type SellerOrderRow = z.infer<typeof SellerOrderRow>

/** What a seller needs to send his lines. */
export const SellerOrder = SellerOrderRow.extend({
  shippingAddress: Address.nullable(),
  erasedAt: Moment.nullable(),
  lines: z.array(OrderLine),
})
export type SellerOrder = z.infer<typeof SellerOrder>
