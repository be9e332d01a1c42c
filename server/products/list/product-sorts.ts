import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { ProductRow, ProductSort, QueueSort } from '#contract/products.ts'
import { Moment } from '#domain/text.ts'
import { limits } from '#server/platform/limits/limits.ts'

export type Sort = z.infer<typeof ProductSort> | z.infer<typeof QueueSort>

/** A sort order of a list. Each has an index; the id makes it unambiguous, so that a page begins exactly after the last row. */
export type SortOrder = {
  by: SQL
  descending: boolean
  /** The value of `by` in a row, as a cursor holds it. */
  read: (row: ProductRow) => string | number
  value: z.ZodType<string | number>
}

// A valid title fits twice; text that PostgreSQL cannot store is refused here.
const Text = z
  .string()
  .max(limits.product.titleMax * 8)
  .refine((text) => text.isWellFormed() && !text.includes('\u0000'))

const moment = (by: SQL, descending: boolean, read: SortOrder['read']): SortOrder => ({ by, descending, read, value: Moment })
/** Rows without a number sort below every number. */
const amount = (by: SQL, descending: boolean, read: SortOrder['read']): SortOrder => ({ by, descending, read, value: z.int() })

const price = sql`coalesce(products.price, -1)`
const stock = sql`coalesce(products.stock, -1)`

/** The sort orders of all lists: keyset, an index each. */
export const sortOrders: Record<Sort, SortOrder> = {
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
