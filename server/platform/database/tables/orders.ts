import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgEnum,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { Address } from '#domain/order.ts'
import { lineStatuses, paymentStatuses } from '#domain/order-rules.ts'
import { folded } from '#server/platform/database/search-pattern.ts'
import { amount, createdAt, moment, refersTo } from '#server/platform/database/tables/columns.ts'
import { users } from '#server/platform/database/tables/users.ts'
import { limits } from '#server/platform/limits/limits.ts'

export const paymentStatus = pgEnum('payment_status', paymentStatuses)

export const lineStatus = pgEnum('line_status', lineStatuses)

/** Order numbers, which people quote; there may be gaps. */
export const orderNumbers = pgSequence('order_numbers', { startWith: limits.order.firstNumber })

/** The number of lines per status, recounted whenever a line moves. */
const lineCounts = () => ({
  openLines: integer('open_lines').notNull(),
  shippedLines: integer('shipped_lines').notNull(),
  deliveredLines: integer('delivered_lines').notNull(),
  cancelledLines: integer('cancelled_lines').notNull(),
})

/** Orders (product §5). Amounts are minor units; the buyer is in `order_buyers`. */
export const orders = pgTable(
  'orders',
  {
    id: text().primaryKey(),
    number: text().notNull().unique('orders_number').default(sql`nextval('order_numbers')::text`),
    /** Where it comes from, and its id there. */
    source: text().notNull(),
    externalId: text('external_id'),
    items: amount('items'),
    shipping: amount('shipping'),
    tax: amount('tax'),
    discount: amount('discount'),
    total: amount('total'),
    /** The price of cancelled lines, less their share of the discount. What was cancelled before the payment is not due. */
    cancelled: amount('cancelled').default(0),
    paid: amount('paid').default(0),
    refunded: amount('refunded').default(0),
    paymentStatus: paymentStatus('payment_status').notNull().default('unpaid'),
    units: bigint({ mode: 'number' }).notNull(),
    ...lineCounts(),
    placedAt: moment('placed_at').notNull(),
    paidAt: moment('paid_at'),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('orders_external').on(t.source, t.externalId).where(sql`${t.externalId} is not null`),
    // For searches, which leave case and source open.
    index('orders_external_folded').on(folded(t.externalId)).where(sql`${t.externalId} is not null`),
    index('orders_newest').on(t.placedAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('orders_payment').on(t.paymentStatus, t.placedAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('orders_open').on(t.placedAt.desc().nullsFirst(), t.id.desc().nullsFirst()).where(sql`${t.openLines} > 0`),
    index('orders_shipped').on(t.placedAt.desc().nullsFirst(), t.id.desc().nullsFirst()).where(sql`${t.shippedLines} > 0`),
    index('orders_delivered').on(t.placedAt.desc().nullsFirst(), t.id.desc().nullsFirst()).where(sql`${t.deliveredLines} > 0`),
    index('orders_cancelled').on(t.placedAt.desc().nullsFirst(), t.id.desc().nullsFirst()).where(sql`${t.cancelledLines} > 0`),
    check('orders_total', sql`${t.total} = ${t.items} + ${t.shipping} + ${t.tax} - ${t.discount} and ${t.total} >= 0`),
    check('orders_refunded', sql`${t.refunded} between 0 and ${t.paid}`),
  ],
)

/** Buyers of orders, in a separate table, so that an erasure may blank them (product §5). */
export const orderBuyers = pgTable(
  'order_buyers',
  {
    orderId: text('order_id')
      .primaryKey()
      .references(() => orders.id),
    name: text().notNull(),
    /** Null once erased. */
    email: text(),
    address: jsonb().$type<Address>(),
    /** The text that searches look for, as `foldCase` writes it: the number, the name and the email address. Sellers find nothing by the address. */
    search: text().notNull(),
    placedAt: moment('placed_at').notNull(),
    erasedAt: moment('erased_at'),
  },
  (t) => [
    index('order_buyers_email').on(sql`lower(${t.email})`, t.orderId),
    index('order_buyers_newest').on(t.placedAt, t.orderId),
    index('order_buyers_search').using('gin', sql`${t.search} gin_trgm_ops`),
    // Orders whose retention has ended, for the sweep.
    index('order_buyers_age').on(t.placedAt, t.orderId).where(sql`${t.erasedAt} is null`),
  ],
)

/** Lines as sold: title, price and seller at that time; no reference to the product, which may be deleted. */
export const orderLines = pgTable(
  'order_lines',
  {
    id: text().primaryKey(),
    orderId: refersTo('order_id', () => orders.id),
    /** The index among the lines, from 0. */
    at: integer().notNull(),
    productId: text('product_id').notNull(),
    sellerId: refersTo('seller_id', () => users.id),
    title: text().notNull(),
    sku: text(),
    category: text(),
    unitPrice: amount('unit_price'),
    quantity: integer().notNull(),
    /** Its share of the order's discount. */
    discount: amount('discount'),
    status: lineStatus().notNull().default('open'),
    /** True if the product had a stock: a cancellation gives the pieces back. */
    tookStock: boolean('took_stock').notNull(),
    carrier: text().notNull().default(''),
    tracking: text().notNull().default(''),
    shippedAt: moment('shipped_at'),
    deliveredAt: moment('delivered_at'),
    cancelledAt: moment('cancelled_at'),
  },
  (t) => [
    uniqueIndex('order_lines_order').on(t.orderId, t.at),
    // The orders of a product.
    index('order_lines_product').on(t.productId, t.orderId),
    index('order_lines_open').on(t.sellerId).where(sql`${t.status} = 'open'`),
    check('order_lines_quantity', sql`${t.quantity} > 0`),
    check('order_lines_amounts', sql`${t.unitPrice} >= 0 and ${t.discount} >= 0`),
  ],
)

/** A seller's view of an order in their list: a row for each seller with a line in it. */
export const orderSellers = pgTable(
  'order_sellers',
  {
    orderId: refersTo('order_id', () => orders.id),
    sellerId: refersTo('seller_id', () => users.id),
    placedAt: moment('placed_at').notNull(),
    /** Copied from the order. */
    paymentStatus: paymentStatus('payment_status').notNull(),
    items: amount('items'),
    discount: amount('discount'),
    units: bigint({ mode: 'number' }).notNull(),
    ...lineCounts(),
    /** The text the seller finds it by, besides the name of the buyer: the number and their titles. */
    search: text().notNull(),
  },
  (t) => {
    const newest = () => [t.placedAt.desc().nullsFirst(), t.orderId.desc().nullsFirst()] as const
    return [
      primaryKey({ columns: [t.orderId, t.sellerId] }),
      index('order_sellers_newest').on(t.sellerId, ...newest()),
      index('order_sellers_payment').on(t.sellerId, t.paymentStatus, ...newest()),
      index('order_sellers_open')
        .on(t.sellerId, ...newest())
        .where(sql`${t.openLines} > 0`),
      index('order_sellers_shipped')
        .on(t.sellerId, ...newest())
        .where(sql`${t.shippedLines} > 0`),
      index('order_sellers_delivered')
        .on(t.sellerId, ...newest())
        .where(sql`${t.deliveredLines} > 0`),
      index('order_sellers_cancelled')
        .on(t.sellerId, ...newest())
        .where(sql`${t.cancelledLines} > 0`),
      index('order_sellers_search').using('gin', sql`${t.search} gin_trgm_ops`),
    ]
  },
)
