import { pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, moment } from '#server/platform/database/tables/columns.ts'

/** The secrets by which storefronts sign buyers' tokens (product §7). */
export const widgetSecrets = pgTable('widget_secrets', {
  id: text().primaryKey(),
  /** Sealed with a key derived from the session secret. */
  sealed: text().notNull(),
  /** Null for the present one; a former one is accepted until then. */
  until: moment('until'),
  createdAt: createdAt(),
})
