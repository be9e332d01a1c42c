import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, moment } from '#server/platform/database/tables/columns.ts'

export const settings = pgTable('settings', {
  key: text().primaryKey(),
  value: jsonb().notNull(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
  updatedBy: text('updated_by'),
})

/** The permanent facts of this installation; one row, written at the first start. */
export const installation = pgTable('installation', {
  id: integer().primaryKey().default(1),
  /** Identifies this history of the feed: a stream from another one starts afresh. */
  epoch: text().notNull(),
  currency: text().notNull(),
  timeZone: text('time_zone').notNull(),
  /** Derived from the session secret, to recognize another one; null until a version that writes it starts, or after `new-session-secret`. */
  secretFingerprint: text('secret_fingerprint'),
  createdAt: createdAt(),
})
