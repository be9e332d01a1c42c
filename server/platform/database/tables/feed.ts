import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { FeedKind } from '#domain/event-kinds.ts'
import { createdAt, moment } from '#server/platform/database/tables/columns.ts'

/** Hints without a position. Inserted in the transaction of the change, removed by the dispatcher after its commit. */
export const feedWaiting = pgTable('feed_waiting', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  eventId: bigint('event_id', { mode: 'number' }),
  kind: text().$type<FeedKind>().notNull(),
  itemId: text('item_id').notNull(),
  ownerId: text('owner_id'),
  /** The number of a chat message. */
  number: integer(),
  /**
   * True if a trigger copies the product or seller at the commit, because an endpoint for webhooks is enabled; null from a node of the former
   * version.
   */
  snapshot: boolean(),
})

/** Hints in the order of their positions, stored as long as a stream can be resumed. */
export const feed = pgTable(
  'feed',
  {
    position: bigint({ mode: 'number' }).primaryKey(),
    eventId: bigint('event_id', { mode: 'number' }),
    kind: text().$type<FeedKind>().notNull(),
    itemId: text('item_id').notNull(),
    ownerId: text('owner_id'),
    number: integer(),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('feed_event').on(t.eventId).where(sql`${t.eventId} is not null`), index('feed_age').on(t.createdAt)],
)

/** The last position given: one row, locked by the dispatcher. */
export const feedHead = pgTable('feed_head', { id: integer().primaryKey().default(1), position: bigint({ mode: 'number' }).notNull() })

/** The position of each consumer of the feed, and what stops it. */
export const consumers = pgTable('consumers', {
  name: text().primaryKey(),
  position: bigint({ mode: 'number' }).notNull(),
  failingSince: moment('failing_since'),
  lastError: text('last_error'),
})
