import { sql } from 'drizzle-orm'
import { bigint, boolean, check, date, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { RejectionCode } from '#domain/rejection.ts'
import { salesKinds } from '#domain/sales-rules.ts'
import { amount, createdAt, moment } from '#server/platform/database/tables/columns.ts'
import { orders } from '#server/platform/database/tables/orders.ts'

/** Money that went back. */
export const refunds = pgTable(
  'refunds',
  {
    id: text().primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    amount: amount('amount'),
    reason: text().notNull().default(''),
    /** The person or the key that made it; one of the two. */
    actorId: text('actor_id'),
    keyName: text('key_name'),
    createdAt: createdAt(),
  },
  (t) => [index('refunds_order').on(t.orderId, t.createdAt), check('refunds_amount', sql`${t.amount} > 0`)],
)

const kind = () => text({ enum: salesKinds }).notNull()
/** Negative where something is taken away from gross sales; refunds count up, and down for what cancelled lines took out of gross sales. */
const entry = () => ({ amount: amount('amount'), units: bigint({ mode: 'number' }).notNull().default(0) })

/**
 * The ledger behind all sales figures (product §5): append-only, so that past days never change; what is corrected is an entry of its own day.
 * Gross sales are the sum of `paid-line` and `cancelled-line`, refunds the sum of `refund`, shipping and tax of their kinds, on the day of `at`.
 * `placed-line` counts lines and carries no amount; `cancelled-line` takes away what was paid for the line, which of an unpaid order is nothing.
 * A negative `refund` is what cancelled lines of the order took out of gross sales and was refunded, too (`offset-refunds.ts`).
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
    // What a figure is made of, newest first: of all, of a product, a seller, a category.
    index('sales_entries_at').on(t.kind, t.at, t.id),
    index('sales_entries_product').on(t.productId, t.kind, t.at, t.id).where(sql`${t.lineId} is not null`),
    index('sales_entries_seller').on(t.sellerId, t.kind, t.at, t.id).where(sql`${t.lineId} is not null`),
    index('sales_entries_category').on(sql`coalesce(${t.category}, '')`, t.kind, t.at, t.id).where(sql`${t.lineId} is not null`),
    index('sales_entries_order').on(t.orderId),
    // Each line is placed, paid and cancelled once.
    uniqueIndex('sales_entries_line').on(t.lineId, t.kind).where(sql`${t.lineId} is not null`),
  ],
)

/** What the ledger holds and no rollup counts yet, written by a trigger in the transaction of the entry: rollups and these are the whole ledger at every moment. */
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

/** Of lines: of a paid order their sums, and how many were placed and cancelled. */
const lineSums = () => ({
  gross: amount('gross'),
  orders: bigint({ mode: 'number' }).notNull(),
  units: bigint({ mode: 'number' }).notNull(),
  placed: bigint({ mode: 'number' }).notNull(),
  cancelled: bigint({ mode: 'number' }).notNull(),
})

/** The figures of a day of TIME_ZONE; `changes` counts how often it was rolled up, so that what is remembered of a range is known to be true still. */
export const salesDays = pgTable('sales_days', {
  day: date().primaryKey(),
  ...lineSums(),
  refunds: amount('refunds'),
  shipping: amount('shipping'),
  tax: amount('tax'),
  changes: bigint({ mode: 'number' }).notNull(),
})

/** What products, sellers and categories had of a day. */
export const salesShares = pgTable(
  'sales_shares',
  {
    of: text({ enum: ['product', 'seller', 'category'] }).notNull(),
    /** Of a category its name, empty for lines without one. */
    id: text().notNull(),
    /** Whose product it was; empty for sellers and categories. */
    sellerId: text('seller_id').notNull(),
    day: date().notNull(),
    ...lineSums(),
  },
  (t) => [
    // By the day before the owner, so that the days of one thing are found whatever the plan knows of it.
    primaryKey({ columns: [t.of, t.id, t.day, t.sellerId] }),
    // Nothing more in it: so the rows of a day are read in the order in which they lie.
    index('sales_shares_day').on(t.of, t.day),
    index('sales_shares_seller').on(t.sellerId, t.day).where(sql`${t.of} = 'product'`),
  ],
)

/** Decisions on products and edit requests, a row for each event, for what moderation took (product §5). */
export const decisions = pgTable(
  'decisions',
  {
    eventId: bigint('event_id', { mode: 'number' }).primaryKey(),
    at: moment('at').notNull(),
    adminId: text('admin_id'),
    approved: boolean().notNull(),
    code: text().$type<RejectionCode>(),
    /** From its submission; null where nothing waited, as with a take-down. Milliseconds. */
    waitedMs: bigint('waited_ms', { mode: 'number' }),
  },
  (t) => [index('decisions_at').on(t.at, t.waitedMs)],
)
