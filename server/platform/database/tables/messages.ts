import { sql } from 'drizzle-orm'
import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core'
import { announcementAudiences } from '#domain/notification.ts'
import { createdAt, moment } from '#server/platform/database/tables/columns.ts'

/** Announcements of admins, and how far each is delivered (product §6). */
export const messages = pgTable(
  'messages',
  {
    id: text().primaryKey(),
    /** Its event; null only inside the transaction that writes both. */
    eventId: bigint('event_id', { mode: 'number' }),
    audience: text({ enum: announcementAudiences }).notNull(),
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
