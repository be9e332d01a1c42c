import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { ProductRow, ProductSort, QueueSort } from '#contract/products.ts'
import { limits } from '#domain/limits.ts'
import { Moment } from '#domain/text.ts'

export type Sort = z.infer<typeof ProductSort> | z.infer<typeof QueueSort>

/** An order of a list. Each has an index; the id makes it unambiguous, so that a page goes on exactly where the last one ended. */
export type Order = {
  by: SQL
  descending: boolean
  /** The value of `by` in a row, as it stands in a cursor. */
  read: (row: ProductRow) => string | number
  value: z.ZodType<string | number>
}

// A title of ours fits twice; what PostgreSQL cannot hold is refused here.
const Text = z
  .string()
  .max(limits.product.titleMax * 8)
  .refine((text) => text.isWellFormed() && !text.includes('\u0000'))

const moment = (by: SQL, descending: boolean, read: Order['read']): Order => ({ by, descending, read, value: Moment })
/** Rows without a number count as below every number. */
const amount = (by: SQL, descending: boolean, read: Order['read']): Order => ({ by, descending, read, value: z.int() })

const price = sql`coalesce(products.price, -1)`
const stock = sql`coalesce(products.stock, -1)`

/** Every order a list offers (architecture, data: keyset, an index each). */
export const orders: Record<Sort, Order> = {
  newest: moment(sql`products.created_at`, true, (row) => row.created_at),
  oldest: moment(sql`products.created_at`, false, (row) => row.created_at),
  updated: moment(sql`products.updated_at`, true, (row) => row.updated_at),
  waiting: moment(sql`coalesce(products.submitted_at, products.created_at)`, false, (row) => row.submittedAt ?? row.created_at),
  title: { by: sql`products.title collate "und-x-icu"`, descending: false, read: (row) => row.title, value: Text },
  price: amount(price, false, (row) => row.price ?? -1),
  '-price': amount(price, true, (row) => row.price ?? -1),
  stock: amount(stock, false, (row) => row.stock ?? -1),
  '-stock': amount(stock, true, (row) => row.stock ?? -1),
}
