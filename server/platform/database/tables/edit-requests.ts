import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgEnum, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { type EditValues, editRequestStatuses, type FieldDecision, type ReviewableField } from '#domain/edit-request.ts'
import { createdAt, moment } from '#server/platform/database/tables/columns.ts'
import { users } from '#server/platform/database/tables/users.ts'

export const editRequestStatus = pgEnum('edit_request_status', editRequestStatuses)

/** Requests to change approved products (product §4). They outlive their product. */
export const editRequests = pgTable(
  'edit_requests',
  {
    id: text().primaryKey(),
    /** Null if an import names none; no reference, because a product may be deleted. */
    productId: text('product_id'),
    productTitle: text('product_title').notNull(),
    sellerId: text('seller_id').references(() => users.id),
    status: editRequestStatus().notNull().default('pending'),
    version: integer().notNull().default(1),
    /** The product's version it is based on. */
    baseVersion: integer('base_version').notNull(),
    /** As received. Requests made in Backstall contain values of reviewable fields. */
    payload: jsonb().notNull(),
    /** The live values of those fields when it was created: while a request proposes a field, nothing else changes it. */
    base: jsonb().$type<EditValues>().notNull().default({}),
    /** The fields it proposes; none if the payload cannot be parsed. */
    fields: text().array().$type<ReviewableField[]>().notNull().default(sql`'{}'`),
    note: text(),
    decisions: jsonb().$type<FieldDecision[]>().notNull().default([]),
    rejectionReason: text('rejection_reason'),
    decidedBy: text('decided_by').references(() => users.id),
    decidedAt: moment('decided_at'),
    createdAt: createdAt(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('edit_requests_pending').on(t.productId).where(sql`${t.status} = 'pending'`),
    index('edit_requests_product').on(t.productId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('edit_requests_queue').on(t.status, t.createdAt, t.id),
    index('edit_requests_seller').on(t.sellerId, t.status, t.createdAt, t.id),
    index('edit_requests_search').using('gin', sql`${t.productTitle} gin_trgm_ops`),
  ],
)
