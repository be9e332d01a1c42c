import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  type PgColumnBuilderBase,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { ProductImage } from '#domain/image.ts'
import type { Attribute, ContentField } from '#domain/product-fields.ts'
import { productStatuses } from '#domain/product-rules.ts'
import type { RejectionCode, RejectionField } from '#domain/rejection.ts'
import { folded } from '#server/platform/database/search-pattern.ts'
import { belongsTo, createdAt, moment } from '#server/platform/database/tables/columns.ts'
import { users } from '#server/platform/database/tables/users.ts'

export const productStatus = pgEnum('product_status', productStatuses)

/** The columns of the fields that sellers write, named as the fields. */
const fieldColumns = {
  title: text().notNull(),
  description: text().notNull().default(''),
  category: text(),
  tags: text().array().notNull().default(sql`'{}'`),
  attributes: jsonb().$type<Attribute[]>().notNull().default([]),
  price: bigint({ mode: 'number' }),
  stock: integer(),
  sku: text(),
  /** Grams. */
  weight: integer(),
  /** In display order; the first is the cover. */
  images: jsonb().$type<ProductImage[]>().notNull().default([]),
} satisfies Record<ContentField, PgColumnBuilderBase>

export const products = pgTable(
  'products',
  {
    id: text().primaryKey(),
    sellerId: text('seller_id').references(() => users.id),
    /** Former owners since it was last submitted: one of them submitted it, so none of them decides on it (product §2). */
    formerSellers: text('former_sellers').array().notNull().default(sql`'{}'`),
    ...fieldColumns,
    /** True for a SKU from before case was ignored that differs from an older one of the seller only in that; until it changes. */
    skuClashes: boolean('sku_clashes').notNull().default(false),
    /** Never used twice, so that a path is written once (product §3). */
    nextImageIndex: integer('next_image_index').notNull().default(0),
    status: productStatus().notNull().default('pending'),
    version: integer().notNull().default(1),
    rejectionReason: text('rejection_reason'),
    rejectionCode: text('rejection_code').$type<RejectionCode>(),
    rejectionFields: text('rejection_fields').array().$type<RejectionField[]>().notNull().default(sql`'{}'`),
    /** True until the pictures of a creation are named. */
    unfinished: boolean().notNull().default(false),
    archivedByAdmin: boolean('archived_by_admin').notNull().default(false),
    /** The version an admin approved last; any other goes back to review before it is on sale again. */
    approvedVersion: integer('approved_version'),
    approvedPrice: bigint('approved_price', { mode: 'number' }),
    /** The edit request that waits; written together with its status, so that a lock on this row covers both. */
    editRequestId: text('edit_request_id'),
    createdAt: createdAt(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
    statusUpdatedAt: moment('status_updated_at').notNull().defaultNow(),
    submittedAt: moment('submitted_at'),
  },
  (t) => [
    // The SKU comes first, so that a search by it needs no index of its own.
    uniqueIndex('products_sku').on(t.sku, t.sellerId).where(sql`${t.sku} is not null`),
    uniqueIndex('products_sku_folded').on(folded(t.sku), t.sellerId).where(sql`${t.sku} is not null and not ${t.skuClashes}`),
    index('products_seller_newest').on(t.sellerId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('products_seller_status').on(t.sellerId, t.status, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    // The last two columns spare the moderation figures the table: they ask how long every product of a status has waited, and whose it is.
    index('products_queue_newest')
      .on(t.status, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst(), t.submittedAt, t.sellerId)
      .where(sql`not ${t.unfinished}`),
    // For a search of the queue by seller: without it, each seller found costs a scan of all products with the status.
    index('products_seller_waiting').on(t.sellerId, t.status, sql`coalesce(${t.submittedAt}, ${t.createdAt})`, t.id),
    index('products_seller_updated').on(t.sellerId, t.updatedAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('products_seller_title').on(t.sellerId, sql`${t.title} collate "und-x-icu"`, t.id),
    index('products_seller_price').on(t.sellerId, sql`coalesce(${t.price}, -1)`, t.id),
    index('products_seller_stock').on(t.sellerId, sql`coalesce(${t.stock}, -1)`, t.id),
    index('products_queue_waiting').on(t.status, sql`coalesce(${t.submittedAt}, ${t.createdAt})`, t.id).where(sql`not ${t.unfinished}`),
    index('products_queue_title').on(t.status, sql`${t.title} collate "und-x-icu"`, t.id).where(sql`not ${t.unfinished}`),
    index('products_queue_price').on(t.status, sql`coalesce(${t.price}, -1)`, t.id).where(sql`not ${t.unfinished}`),
    index('products_queue_stock').on(t.status, sql`coalesce(${t.stock}, -1)`, t.id).where(sql`not ${t.unfinished}`),
    index('products_approved_category').on(t.category, t.statusUpdatedAt).where(sql`${t.status} = 'approved'`),
    index('products_unfinished').on(t.createdAt).where(sql`${t.unfinished}`),
    index('products_search').using('gin', sql`${t.title} gin_trgm_ops`),
    check('products_price', sql`${t.price} > 0`),
    check('products_stock', sql`${t.stock} >= 0`),
    check('products_weight', sql`${t.weight} > 0`),
  ],
)

/**
 * Products that were ever on sale, and when each last went on sale, changed there or left. Written by one consumer, each batch later than
 * all before (`follow-storefront.ts`).
 */
export const shopChanges = pgTable(
  'shop_changes',
  {
    /** No reference, because a product may be deleted. */
    productId: text('product_id').primaryKey(),
    onSale: boolean('on_sale').notNull(),
    /** To the microsecond. */
    changedAt: timestamp('changed_at', { withTimezone: true, mode: 'string' }).notNull(),
  },
  (t) => [index('shop_changes_moment').on(t.changedAt, t.productId)],
)

/** Presence: which admin has which product open at the moment. */
export const viewers = pgTable(
  'lookers',
  {
    productId: text('product_id').notNull(),
    userId: belongsTo('user_id', () => users.id),
    until: moment('until').notNull(),
  },
  (t) => [primaryKey({ columns: [t.productId, t.userId] }), index('lookers_until').on(t.until)],
)
