import { sql } from 'drizzle-orm'
import { bigint, check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { amount, createdAt, moment } from '#server/database/tables/columns.ts'
import { orders } from '#server/database/tables/orders.ts'

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

/**
 * The ledger behind all sales figures (product §5): append-only, so that past days never change; what is corrected is an entry of its own day.
 * Gross sales are the sum of `paid-line` and `cancelled-line`, refunds the sum of `refund`, shipping and tax of their kinds, on the day of `at`.
 * `placed-line` counts lines and carries no amount; `cancelled-line` takes away what was paid for the line, which of an unpaid order is nothing.
 */
export const salesEntries = pgTable(
  'sales_entries',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: moment('at').notNull(),
    kind: text({ enum: ['placed-line', 'paid-line', 'cancelled-line', 'refund', 'shipping', 'tax'] }).notNull(),
    orderId: text('order_id').notNull(),
    lineId: text('line_id'),
    productId: text('product_id'),
    sellerId: text('seller_id'),
    category: text(),
    /** Negative where something is taken away from gross sales; refunds count up. */
    amount: amount('amount'),
    units: bigint({ mode: 'number' }).notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [
    index('sales_entries_at').on(t.at, t.kind),
    index('sales_entries_order').on(t.orderId),
    // Each line is placed, paid and cancelled once.
    uniqueIndex('sales_entries_line').on(t.lineId, t.kind).where(sql`${t.lineId} is not null`),
  ],
)
