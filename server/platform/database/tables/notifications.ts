import { sql } from 'drizzle-orm'
import { bigint, boolean, index, jsonb, pgEnum, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { NoticeText } from '#domain/event-kinds.ts'
import { notificationTypes } from '#domain/notification.ts'
import { belongsTo, createdAt } from '#server/platform/database/tables/columns.ts'
import { users } from '#server/platform/database/tables/users.ts'
import type { NoticeValues } from '#server/platform/events/sentences.ts'

export const notificationType = pgEnum('notification_type', notificationTypes)

export const notifications = pgTable(
  'notifications',
  {
    id: text().primaryKey(),
    userId: belongsTo('user_id', () => users.id),
    /** The event of this notification; at most one per event and recipient. */
    eventId: bigint('event_id', { mode: 'number' }),
    productId: text('product_id'),
    productTitle: text('product_title'),
    /** The sentence as it was written, which a search reads. If `text` names it, people read that one (`noticeMessage`). */
    message: text().notNull(),
    /** The name of the text and the values in it; read as a sentence (`noticeMessage`). */
    text: text().$type<NoticeText>(),
    textValues: jsonb('text_values').$type<NoticeValues>(),
    type: notificationType().notNull(),
    status: text(),
    reason: text(),
    link: text(),
    isRead: boolean('is_read').notNull().default(false),
    /** The event that marked it read, as nothing waited any more: the undo of that event marks it unread again. */
    readByEvent: bigint('read_by_event', { mode: 'number' }),
    /** False if the person is notified by mail alone; then it counts as read. */
    inApp: boolean('in_app').notNull().default(true),
    /** `daily` waits for the next digest and becomes `mailed`; `now` was written to the outgoing mail together with this row. */
    mail: text({ enum: ['now', 'daily', 'mailed'] }),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('notifications_once').on(t.eventId, t.userId),
    index('notifications_newest').on(t.userId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('notifications_unread').on(t.userId).where(sql`not ${t.isRead}`),
    index('notifications_daily').on(t.userId, t.createdAt).where(sql`${t.mail} = 'daily'`),
    index('notifications_chat').on(t.link).where(sql`not ${t.isRead} and ${t.type} = 'chat'`),
    index('notifications_read_by').on(t.readByEvent).where(sql`${t.readByEvent} is not null`),
    index('notifications_product').on(t.productId).where(sql`not ${t.isRead}`),
  ],
)
