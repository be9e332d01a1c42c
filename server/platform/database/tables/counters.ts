import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '#server/platform/database/tables/columns.ts'

/** Counts of limited actions per window (product §10, limits). */
export const counters = pgTable('counters', {
  key: text().primaryKey(),
  count: integer().notNull(),
  windowEnds: moment('window_ends').notNull(),
})
