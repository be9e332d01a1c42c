import { sql } from 'drizzle-orm'
import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core'
import { audiences } from '#domain/notification.ts'
import { createdAt, moment } from '#server/platform/database/tables/columns.ts'

/** What admins wrote to people, and how far it has come (product §6). */
export const messages = pgTable(
  'messages',
  {
    id: text().primaryKey(),
    /** The event it is; null only inside the transaction that writes both. */
    eventId: bigint('event_id', { mode: 'number' }),
    audience: text({ enum: audiences }).notNull(),
    userId: text('user_id'),
    authorId: text('author_id').notNull(),
    text: text().notNull(),
    /** The id of the last recipient so far. */
    reached: text().notNull().default(''),
    createdAt: createdAt(),
    doneAt: moment('done_at'),
  },
  (t) => [index('messages_waiting').on(t.createdAt).where(sql`${t.doneAt} is null`)],
)
