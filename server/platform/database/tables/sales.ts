import { sql } from 'drizzle-orm'
import { bigint, boolean, check, date, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { RejectionCode } from '#domain/rejection.ts'
import { salesKinds } from '#domain/sales-rules.ts'
import { amount, createdAt, moment, refersTo } from '#server/platform/database/tables/columns.ts'
import { orders } from '#server/platform/database/tables/orders.ts'

/** Refunds of orders. */
export const refunds = pgTable(
  'refunds',
  {
    id: text().primaryKey(),
    orderId: refersTo('order_id', () => orders.id),
    amount: amount('amount'),
    reason: text().notNull().default(''),
    /** The person or the API key that recorded it; one of the two. */
    actorId: text('actor_id'),
    keyName: text('key_name'),
    createdAt: createdAt(),
  },
  (t) => [index('refunds_order').on(t.orderId, t.createdAt), check('refunds_amount', sql`${t.amount} > 0`)],
)

const kind = () => text({ enum: salesKinds }).notNull()
/** Negative if it reduces gross sales. Refunds are positive, and negative for the part that cancelled lines took out of gross sales. */
const entry = () => ({ amount: amount('amount'), units: bigint({ mode: 'number' }).notNull().default(0) })

/**
 * The ledger behind all sales figures (product §5): append-only, so that past days never change; a correction is an entry of the day it is
 * made. Gross sales are the sum of `paid-line` and `cancelled-line`, refunds the sum of `refund`, shipping and tax of their kinds, on the
 * day of `at`. `placed-line` counts lines and carries no amount; `cancelled-line` subtracts what was paid for the line, which is nothing
 * for an unpaid order. A negative `refund` is what cancelled lines of the order took out of gross sales and was refunded, too
 * (`offset-refunds.ts`).
 */
export const salesEntries = pgTable(
  'sales_entries',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: moment('at').notNull(),
    kind: kind(),
    orderId: text('order_id').notNull(),
    lineId: text('line_id'),
    productId: text('product_id'),
    sellerId: text('seller_id'),
    category: text(),
    ...entry(),
    createdAt: createdAt(),
  },
  (t) => [
    // The entries of a figure, newest first: of all, of a product, a seller, a category.
    index('sales_entries_at').on(t.kind, t.at, t.id),
    index('sales_entries_product').on(t.productId, t.kind, t.at, t.id).where(sql`${t.lineId} is not null`),
    index('sales_entries_seller').on(t.sellerId, t.kind, t.at, t.id).where(sql`${t.lineId} is not null`),
    index('sales_entries_category').on(sql`coalesce(${t.category}, '')`, t.kind, t.at, t.id).where(sql`${t.lineId} is not null`),
    index('sales_entries_order').on(t.orderId),
    // Each line is placed, paid and cancelled at most once.
    uniqueIndex('sales_entries_line').on(t.lineId, t.kind).where(sql`${t.lineId} is not null`),
  ],
)

/**
 * Ledger entries that no rollup counts yet, written by a trigger in the transaction of the entry: rollups and these are the whole ledger at
 * every moment.
 */
export const salesWaiting = pgTable('sales_waiting', {
  entryId: bigint('entry_id', { mode: 'number' }).primaryKey(),
  at: moment('at').notNull(),
  kind: kind(),
  orderId: text('order_id').notNull(),
  productId: text('product_id'),
  sellerId: text('seller_id'),
  category: text(),
  ...entry(),
})

/** Sums of lines: amounts, orders and units of paid orders, and how many lines were placed and cancelled. */
const lineSums = () => ({
  gross: amount('gross'),
  orders: bigint({ mode: 'number' }).notNull(),
  units: bigint({ mode: 'number' }).notNull(),
  placed: bigint({ mode: 'number' }).notNull(),
  cancelled: bigint({ mode: 'number' }).notNull(),
})

/** The figures of a day of TIME_ZONE. `changes` counts its rollups, so that a cache of a range can tell whether it is still valid. */
export const salesDays = pgTable('sales_days', {
  day: date().primaryKey(),
  ...lineSums(),
  refunds: amount('refunds'),
  shipping: amount('shipping'),
  tax: amount('tax'),
  changes: bigint({ mode: 'number' }).notNull(),
})

/** The revenue shares of products, sellers and categories per day. */
export const salesShares = pgTable(
  'sales_shares',
  {
    of: text({ enum: ['product', 'seller', 'category'] }).notNull(),
    /** For a category its name, empty for lines without one. */
    id: text().notNull(),
    /** The seller of a product; empty for sellers and categories. */
    sellerId: text('seller_id').notNull(),
    day: date().notNull(),
    ...lineSums(),
  },
  (t) => [
    // The day before the seller, so that the days of one id are found whatever the planner knows.
    primaryKey({ columns: [t.of, t.id, t.day, t.sellerId] }),
    // No further columns, so that the rows of a day are read in their physical order.
    index('sales_shares_day').on(t.of, t.day),
    index('sales_shares_seller').on(t.sellerId, t.day).where(sql`${t.of} = 'product'`),
  ],
)

/** Decisions on products and edit requests, a row for each event, for the moderation figures (product §5). */
export const decisions = pgTable(
  'decisions',
  {
    eventId: bigint('event_id', { mode: 'number' }).primaryKey(),
    at: moment('at').notNull(),
    adminId: text('admin_id'),
    approved: boolean().notNull(),
    code: text().$type<RejectionCode>(),
    /** Milliseconds since its submission; null if nothing waited, as for a take-down. */
    waitedMs: bigint('waited_ms', { mode: 'number' }),
  },
  (t) => [index('decisions_at').on(t.at, t.waitedMs)],
)
