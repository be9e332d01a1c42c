import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { UserRow, UserSort } from '#contract/users.ts'
import { limits } from '#domain/limits.ts'
import { Moment } from '#domain/text.ts'

/** An order of the list of people; each has an index, the id makes it unambiguous. */
type Order = { by: SQL; descending: boolean; read: (row: UserRow) => string; value: z.ZodType<string> }

const Text = z
  .string()
  .max(limits.user.emailMax * 4)
  .refine((text) => text.isWellFormed() && !text.includes('\u0000'))

export const userOrders: Record<z.infer<typeof UserSort>, Order> = {
  newest: { by: sql`users.created_at`, descending: true, read: ({ createdAt }) => createdAt, value: Moment },
  oldest: { by: sql`users.created_at`, descending: false, read: ({ createdAt }) => createdAt, value: Moment },
  name: { by: sql`users.name collate "und-x-icu"`, descending: false, read: ({ name }) => name, value: Text },
  email: { by: sql`lower(users.email)`, descending: false, read: ({ email }) => email.toLowerCase(), value: Text },
}
