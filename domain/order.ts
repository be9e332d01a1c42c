import { z } from 'zod'
import { ProductImage } from '#domain/image.ts'
import { limits } from '#domain/limits.ts'
import { lineStatuses, paymentStatuses } from '#domain/order-rules.ts'
import { Person } from '#domain/person.ts'
import { Product } from '#domain/product.ts'
import { maskOf, shownSoldFields } from '#domain/product-fields.ts'
import { say } from '#domain/shape-texts.ts'
import { Id, line, Moment, prose } from '#domain/text.ts'
import { Email } from '#domain/user.ts'

const l = limits.order

export const PaymentStatus = z.enum(paymentStatuses)
export const LineStatus = z.enum(lineStatuses)

/** Minor units of the marketplace's currency, up to 2⁵³ − 1 (product §5). */
export const Amount = z.int(say('whole-minor-units')).min(0, say('amount-negative'))

/** A shipping address. Missing parts are empty. */
export const Address = z.object({
  /** Who receives the parcel, if it is not the buyer. */
  recipient: line({ max: l.addressMax }).optional(),
  line1: line({ min: 1, max: l.addressMax }),
  line2: line({ max: l.addressMax }).default(''),
  postalCode: line({ max: l.addressPartMax }).default(''),
  city: line({ max: l.addressPartMax }).default(''),
  region: line({ max: l.addressPartMax }).default(''),
  country: line({ max: l.addressPartMax }).default(''),
})
export type Address = z.infer<typeof Address>

/** A line as a storefront sends it: product, quantity and price. */
const NewLine = z.object({
  product_id: Id,
  quantity: z
    .int(say('whole-number'))
    .min(1, say('quantity-zero'))
    .max(l.quantityMax, say('too-high', { max: l.quantityMax })),
  /** Price of one piece, as sold. */
  unitPrice: Amount,
  /** As sold; default: the product's title. */
  title: line({ min: 1, max: limits.product.titleMax }).optional(),
})

/** Where an order comes from. Source and external id identify an order, which is accepted once. */
const Source = line({ min: 1, max: l.sourceMax })
const ExternalId = line({ min: 1, max: l.externalIdMax })

function linesOf<Line extends z.ZodType>(one: Line) {
  return z
    .array(one)
    .min(1)
    .max(l.linesMax, say('too-many-lines', { max: l.linesMax }))
}

/** An order as it arrives from a storefront (product §5). */
export const NewOrder = z.object({
  source: Source,
  externalId: ExternalId.optional(),
  buyerName: line({ min: 1, max: l.buyerNameMax }),
  buyerEmail: Email,
  /** Left out if nothing is shipped. */
  shippingAddress: Address.optional(),
  currency: z.string().length(3, say('currency-code')),
  lines: linesOf(NewLine),
  shipping: Amount.default(0),
  tax: Amount.default(0),
  /** On the items. */
  discount: Amount.default(0),
  total: Amount,
  /** Default: now. */
  placedAt: Moment.optional(),
  /** For an order that is already paid. */
  paidAt: Moment.optional(),
})
export type NewOrder = z.infer<typeof NewOrder>

/** The carrier of a shipment, and its tracking number. */
export const Shipment = z.object({ carrier: line({ max: l.carrierMax }).default(''), tracking: line({ max: l.trackingMax }).default('') })

/** An order as it arrives from a file: a line that was shipped or delivered before says so, any other is open (product §5). */
export const ArrivedOrder = NewOrder.extend({
  lines: linesOf(NewLine.extend({ status: LineStatus.optional(), ...Shipment.partial().shape })),
})
export type ArrivedOrder = z.infer<typeof ArrivedOrder>

/** The reason of a refund or a cancellation. */
export const OrderReason = prose({ max: l.reasonMax })

/** The number of lines per status, of an order or of one seller's part. */
export const LineCounts = z.record(LineStatus, z.int())

/** A line as its seller sees it. Amounts in minor units. */
export const OrderLine = z.object({
  id: Id,
  product_id: Id,
  ...Product.pick(maskOf(shownSoldFields)).shape,
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
  /** The present cover of the product; null without one, and if the product is gone or sold by another person now. */
  cover: ProductImage.nullable(),
})
export type OrderLine = z.infer<typeof OrderLine>

/** A line for admins, with its seller. */
export const AdminOrderLine = OrderLine.extend({
  seller_id: Id,
  seller: Person,
  /** An admin ships the lines of a suspended seller (product §2). */
  sellerStatus: z.enum(['active', 'suspended', 'closed']),
})
export type AdminOrderLine = z.infer<typeof AdminOrderLine>

/** The name of a buyer whose data was erased (product §5). */
export const erasedBuyer = 'Erased buyer'

const common = {
  id: Id,
  /** Assigned by the server, as people quote it: "1001". */
  number: z.string(),
  buyerName: z.string(),
  paymentStatus: PaymentStatus,
  placedAt: Moment,
  /** Pieces in all lines. */
  units: z.int(),
  counts: LineCounts,
  /** All lines at their prices, before the discount. */
  items: z.int(),
  /** On the items; for a seller, the share of their lines. */
  discount: z.int(),
}

/** An order in the admins' list. */
export const OrderRow = z.object({
  ...common,
  /** Null after an erasure. */
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

/** Money returned to the buyer. */
const Refund = z.object({ id: Id, amount: z.int(), reason: z.string(), createdAt: Moment, by: z.string().nullable() })

/** A whole order, for admins and the API. */
export const Order = OrderRow.extend({
  shippingAddress: Address.nullable(),
  /** The amount still to be paid: the total less what was cancelled before payment; 0 once paid, or if all lines are cancelled. */
  due: z.int(),
  paidAt: Moment.nullable(),
  erasedAt: Moment.nullable(),
  lines: z.array(AdminOrderLine),
  refunds: z.array(Refund),
})
export type Order = z.infer<typeof Order>

/** An order outside the back office, for the API and the buyer: as it was sold, and of its sellers only the name. */
export const PublicOrder = Order.extend({
  lines: z.array(AdminOrderLine.omit({ seller: true, cover: true }).extend({ sellerName: z.string() })),
})
export type PublicOrder = z.infer<typeof PublicOrder>

/** The order as the API and the buyer see it. */
export const publicOrder = (order: Order): PublicOrder => ({
  ...order,
  lines: order.lines.map(({ seller, cover, ...line }) => ({ ...line, sellerName: seller.name })),
})

/** An order in a seller's list: only their lines and amounts. */
export const SellerOrderRow = z.object({
  ...common,
  /** Their cancelled items, less the discount on them. */
  cancelled: z.int(),
  /** What the first of their lines sold that is not cancelled; of a cancelled order, the first. */
  title: z.string(),
})
export type SellerOrderRow = z.infer<typeof SellerOrderRow>

/** What a seller needs to ship their lines. */
export const SellerOrder = SellerOrderRow.extend({
  shippingAddress: Address.nullable(),
  erasedAt: Moment.nullable(),
  /** Who sends the parcel: the name they sell under, and the address of their profile, which may be empty. */
  sender: z.object({ name: z.string(), address: z.string() }),
  lines: z.array(OrderLine),
})
export type SellerOrder = z.infer<typeof SellerOrder>
