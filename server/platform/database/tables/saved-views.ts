import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt } from '#server/platform/database/tables/columns.ts'
import { users } from '#server/platform/database/tables/users.ts'

/** Saved views of lists. A shared one has no owner any more once their account is closed. */
export const savedViews = pgTable(
  'saved_views',
  {
    id: text().primaryKey(),
    ownerId: text('owner_id').references(() => users.id),
    list: text().notNull(),
    name: text().notNull(),
    query: text().notNull(),
    shared: boolean().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('saved_views_owner').on(t.ownerId),
    index('saved_views_shared').on(t.id).where(sql`${t.shared}`),
    check('saved_views_owned', sql`${t.shared} or ${t.ownerId} is not null`),
  ],
)
