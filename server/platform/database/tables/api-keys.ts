import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { Scope } from '#domain/api-key.ts'
import { belongsTo, createdAt, moment } from '#server/platform/database/tables/columns.ts'

/** API keys. They belong to the installation; only the hash of a key is stored (product §8). */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    hash: text().notNull().unique('api_keys_hash'),
    /** The beginning of the key. */
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

/** Answers to writes through the public API, so that a write sent again gets the same answer (product §8). */
export const apiAnswers = pgTable(
  'api_answers',
  {
    keyId: belongsTo('key_id', () => apiKeys.id),
    /** The name the program gave the write. */
    idempotencyKey: text('idempotency_key').notNull(),
    /** Hash of address and content. */
    requestHash: text('request_hash').notNull(),
    /** Null only inside the transaction that makes the answer. */
    status: integer(),
    /** Null once it was blanked: an answer with data of a buyer is erased with them. */
    body: text(),
    /** The id of the item it is about. */
    itemId: text('item_id'),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.keyId, t.idempotencyKey] }),
    index('api_answers_age').on(t.createdAt),
    index('api_answers_item').on(t.itemId),
  ],
)
