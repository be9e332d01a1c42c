import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { NamedText } from '#domain/shape-texts.ts'
import type { Role, UserStatus } from '#domain/user.ts'
import { type DeliveryType, deliveryStatuses, type WebhookType } from '#domain/webhook.ts'
import { belongsTo, createdAt, moment } from '#server/platform/database/tables/columns.ts'
import type { StoredProblem } from '#server/platform/problem-texts.ts'

/** Endpoints: the addresses of storefronts that receive events (product §8). */
export const webhookEndpoints = pgTable('webhook_endpoints', {
  id: text().primaryKey(),
  url: text().notNull(),
  types: text().array().$type<WebhookType[]>().notNull(),
  description: text().notNull().default(''),
  enabled: boolean().notNull().default(true),
  /** True if it answered 410 Gone, which switched it off. */
  gone: boolean().notNull().default(false),
  /** Sealed with a key derived from the session secret. */
  secret: text().notNull(),
  /** Former secrets, sealed too, each with the moment until which it still signs. */
  formerSecrets: jsonb('former_secrets').$type<{ secret: string; until: string }[]>().notNull().default([]),
  /** When the last of them expires. */
  previousUntil: moment('previous_until'),
  /** The lease of the node that sends to it at the moment, and its end. */
  heldBy: text('held_by'),
  heldUntil: moment('held_until'),
  /** Failures in a row; each is followed by a pause. */
  failures: integer().notNull().default(0),
  restUntil: moment('rest_until'),
  failingSince: moment('failing_since'),
  /** When admins were notified that it fails. */
  toldAt: moment('told_at'),
  lastDeliveredAt: moment('last_delivered_at'),
  createdAt: createdAt(),
})

/**
 * Products and sellers as an event left them, until the consumer "webhooks" has read them. Written by a trigger at the commit of the event,
 * and only if an endpoint is enabled.
 */
export const webhookSnapshots = pgTable('webhook_snapshots', {
  eventId: bigint('event_id', { mode: 'number' }).primaryKey(),
  /** The row of `products`; null if the event is about none. */
  product: jsonb().$type<Record<string, unknown>>(),
  /** Role and status of the seller, or of the person the event is about. */
  seller: jsonb().$type<{ role: Role; status: UserStatus }>(),
})

/** Deliveries: one per event and endpoint. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    /** The `webhook-id`. */
    id: text().primaryKey(),
    /** In the order of events. */
    number: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    endpointId: belongsTo('endpoint_id', () => webhookEndpoints.id),
    /** Null for a test. */
    eventId: bigint('event_id', { mode: 'number' }),
    type: text().$type<DeliveryType>().notNull(),
    /** The item and its owner, so that an erasure finds it. */
    itemId: text('item_id'),
    ownerId: text('owner_id'),
    /** The exact bytes that are signed; blanked by an erasure. */
    payload: text(),
    status: text({ enum: deliveryStatuses }).notNull().default('waiting'),
    /** Attempts since it was last queued. */
    attempts: integer().notNull().default(0),
    queuedAt: moment('queued_at').notNull().defaultNow(),
    dueAt: moment('due_at').notNull().defaultNow(),
    lastStatus: integer('last_status'),
    lastError: text('last_error'),
    /** The error with its name. It counts only while it is the last error: nodes of former versions know that alone. */
    lastProblem: jsonb('last_problem').$type<StoredProblem>(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('webhook_deliveries_once').on(t.endpointId, t.eventId),
    index('webhook_deliveries_waiting').on(t.endpointId, t.dueAt, t.number).where(sql`${t.status} = 'waiting'`),
    index('webhook_deliveries_item_waiting').on(t.endpointId, t.itemId, t.number).where(sql`${t.status} = 'waiting'`),
    index('webhook_deliveries_dead').on(t.endpointId).where(sql`${t.status} = 'dead'`),
    index('webhook_deliveries_newest').on(t.endpointId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('webhook_deliveries_old').on(t.createdAt),
    index('webhook_deliveries_item').on(t.itemId),
    index('webhook_deliveries_owner').on(t.ownerId),
  ],
)

/** Attempts to send a delivery. */
export const webhookAttempts = pgTable(
  'webhook_attempts',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    deliveryId: belongsTo('delivery_id', () => webhookDeliveries.id),
    status: integer(),
    ms: integer().notNull(),
    answer: text().notNull().default(''),
    error: text(),
    /** The name of the error; null in rows of former versions. */
    named: jsonb().$type<NamedText>(),
    createdAt: createdAt(),
  },
  (t) => [index('webhook_attempts_delivery').on(t.deliveryId, t.id)],
)
