import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { Scope } from '#domain/api-key.ts'
import { createdAt, moment } from '#server/platform/database/tables/columns.ts'

/** Keys for the public API: they belong to the installation; of the key itself only the hash is kept (product §8). */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    hash: text().notNull().unique('api_keys_hash'),
    /** How the key begins. */
    hint: text().notNull(),
    scopes: text().array().$type<Scope[]>().notNull(),
    createdBy: text('created_by').notNull(),
    createdAt: createdAt(),
    lastUsedAt: moment('last_used_at'),
    revokedBy: text('revoked_by'),
    revokedAt: moment('revoked_at'),
  },
  (t) => [index('api_keys_maker').on(t.createdBy).where(sql`${t.revokedAt} is null`)],
)

/** What a write through the public API was answered, so that it is answered alike when it is sent again (product §8). */
export const apiAnswers = pgTable(
  'api_answers',
  {
    keyId: text('key_id')
      .notNull()
      .references(() => apiKeys.id, { onDelete: 'cascade' }),
    /** As the program named it. */
    idempotencyKey: text('idempotency_key').notNull(),
    /** Of address and content. */
    requestHash: text('request_hash').notNull(),
    /** Null only inside the transaction that makes the answer. */
    status: integer(),
    /** Null once it was blanked: what the order says of its buyer goes with him. */
    body: text(),
    /** What it is about. */
    itemId: text('item_id'),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.keyId, t.idempotencyKey] }),
    index('api_answers_age').on(t.createdAt),
    index('api_answers_item').on(t.itemId),
  ],
)
