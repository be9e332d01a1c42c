import { sql } from 'drizzle-orm'
import { bigint, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { eventKinds } from '#domain/event-kinds.ts'
import type { RejectionCode } from '#domain/rejection.ts'
import { createdAt } from '#server/platform/database/tables/columns.ts'

/** Events. Append-only: the database refuses update, delete and truncate (product §6). */
export const events = pgTable(
  'events',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    kind: text({ enum: eventKinds }).notNull(),
    itemId: text('item_id').notNull(),
    /** The owner of the item, for who may hear of it. */
    ownerId: text('owner_id'),
    /** Null if the system acted. */
    actorId: text('actor_id'),
    /** Names of the changed fields, never their values. */
    fields: text().array().notNull().default(sql`'{}'`),
    createdAt: createdAt(),
  },
  (t) => [
    index('events_item').on(t.itemId, t.id),
    // The history shows no messages, which may outnumber all other events.
    index('events_newest').on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()).where(sql`${t.kind} <> 'chat.message'`),
    index('events_kind').on(t.kind, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()).where(sql`${t.kind} <> 'chat.message'`),
    index('events_actor').on(t.actorId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()).where(sql`${t.kind} <> 'chat.message'`),
    // For the events of a person's items, and for a seller's record.
    index('events_owner').on(t.ownerId, t.kind).where(sql`${t.kind} <> 'chat.message'`),
  ],
)

/**
 * Values and free text of events, in a separate table, so that an erasure may blank them. Without a foreign key, whose check every event would
 * pay for: `recorded` writes both rows in one statement, and triggers refuse to delete either.
 */
export const eventDetails = pgTable(
  'event_details',
  {
    eventId: bigint('event_id', { mode: 'number' }).primaryKey(),
    /** The title of the item when it happened. */
    title: text(),
    before: jsonb().$type<Record<string, unknown>>(),
    after: jsonb().$type<Record<string, unknown>>(),
    reason: text(),
    code: text().$type<RejectionCode>(),
    /** Of an imported event: its sentence, and who acted if that is no account here. */
    imported: jsonb().$type<{ description: string; user: string | null }>(),
  },
  (t) => [
    index('event_details_reason').using('gin', sql`${t.reason} gin_trgm_ops`).where(sql`${t.reason} is not null`),
    // Former titles of products; few events have one.
    index('event_details_former_title')
      .using('gin', sql`(${t.before} ->> 'title') gin_trgm_ops`)
      .where(sql`${t.before} ->> 'title' is not null`),
  ],
)
