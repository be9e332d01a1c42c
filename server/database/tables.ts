import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgEnum,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { Scope } from '#domain/api-key.ts'
import { type BulkDecision, bulkNouns, bulkStatuses } from '#domain/bulk-decision.ts'
import { type Attachment, chatStatuses } from '#domain/chat.ts'
import { type EditValues, editRequestStatuses, type FieldDecision, type ReviewableField } from '#domain/edit-request.ts'
import { eventKinds, type FeedKind } from '#domain/event.ts'
import type { ProductImage } from '#domain/image.ts'
import { limits } from '#domain/limits.ts'
import { audiences, notificationTypes, type Preferences } from '#domain/notification.ts'
import type { Address } from '#domain/order.ts'
import { lineStatuses, paymentStatuses } from '#domain/order-rules.ts'
import { importNouns, importStatuses, type ProductImport } from '#domain/product-import.ts'
import { productStatuses } from '#domain/product-rules.ts'
import type { RejectionCode, RejectionField } from '#domain/rejection.ts'
import { roles, userStatuses } from '#domain/user.ts'
import { type DeliveryType, deliveryStatuses, type WebhookType } from '#domain/webhook.ts'
import type { MailContent, MailTemplate } from '#server/mail/letter.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' })
const createdAt = () => moment('created_at').notNull().defaultNow()

export const userRole = pgEnum('user_role', roles)
export const userStatus = pgEnum('user_status', userStatuses)
export const productStatus = pgEnum('product_status', productStatuses)
export const editRequestStatus = pgEnum('edit_request_status', editRequestStatuses)
export const paymentStatus = pgEnum('payment_status', paymentStatuses)
export const lineStatus = pgEnum('line_status', lineStatuses)
export const notificationType = pgEnum('notification_type', notificationTypes)

export const users = pgTable(
  'users',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    email: text().notNull(),
    emailVerified: boolean('email_verified').notNull().default(false),
    image: text(),
    role: userRole().notNull().default('seller'),
    status: userStatus().notNull().default('active'),
    suspensionReason: text('suspension_reason'),
    shopName: text('shop_name').notNull().default(''),
    phone: text().notNull().default(''),
    address: text().notNull().default(''),
    about: text().notNull().default(''),
    /** Fields of the profile that an import brought, in their order. */
    extra: jsonb().$type<{ key: string; value: string }[]>().notNull().default([]),
    /** The new address that is not confirmed yet. */
    pendingEmail: text('pending_email'),
    /** How he wants to hear of what, as far as he chose (domain/notification.ts). */
    notify: jsonb().$type<Partial<Preferences>>(),
    suspendedAt: moment('suspended_at'),
    suspendedBy: text('suspended_by'),
    createdAt: createdAt(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('users_email').on(sql`lower(${t.email})`),
    index('users_newest').on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('users_name').on(sql`${t.name} collate "und-x-icu"`, t.id),
    // The few that are not active, for lists of them and for what leaves the queue with them.
    index('users_inactive').on(t.status, t.id).where(sql`${t.status} <> 'active'`),
    index('users_admins').on(t.id).where(sql`${t.role} = 'admin'`),
    index('users_search').using('gin', sql`(${t.name} || ' ' || ${t.email}) gin_trgm_ops`),
  ],
)

export const sessions = pgTable(
  'sessions',
  {
    id: text().primaryKey(),
    token: text().notNull().unique('sessions_token'),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: moment('expires_at').notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    createdAt: createdAt(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (t) => [index('sessions_user').on(t.userId)],
)

export const accounts = pgTable(
  'accounts',
  {
    id: text().primaryKey(),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: moment('access_token_expires_at'),
    refreshTokenExpiresAt: moment('refresh_token_expires_at'),
    scope: text(),
    password: text(),
    createdAt: createdAt(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (t) => [uniqueIndex('accounts_provider').on(t.providerId, t.accountId), index('accounts_user').on(t.userId)],
)

export const verifications = pgTable(
  'verifications',
  {
    id: text().primaryKey(),
    identifier: text().notNull(),
    value: text().notNull(),
    expiresAt: moment('expires_at').notNull(),
    createdAt: createdAt(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (t) => [index('verifications_identifier').on(t.identifier)],
)

/**
 * Rights that came by mail: to choose a new password (`reset`), to confirm the present address (`verify`) or the pending one (`email`).
 * `choose` is a reset link opened by somebody signed in: his session may set a password without the old one.
 */
export const accountTokens = pgTable(
  'account_tokens',
  {
    /** Of the token; who reads the table cannot use it. */
    hash: text().primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    purpose: text({ enum: ['reset', 'rescue', 'verify', 'email', 'choose'] }).notNull(),
    /** The address it was sent to. */
    email: text().notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [index('account_tokens_user').on(t.userId), index('account_tokens_expires').on(t.expiresAt)],
)

/** The authenticator app of a person, and the recovery codes for when it is lost. */
export const secondFactors = pgTable('second_factors', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Sealed with a key made of the session secret. */
  secret: text().notNull(),
  /** Null until a first code proved that the app has the secret. */
  confirmedAt: moment('confirmed_at'),
  /** The half minute of the last code taken: no code is taken twice. */
  lastStep: integer('last_step').notNull().default(0),
  /** Hashes of the recovery codes that are left. */
  recovery: text().array().notNull().default(sql`'{}'`),
  createdAt: createdAt(),
})

/** Whom an admin asked to join, by mail; of the link only the hash is kept (product §2). */
export const invitations = pgTable(
  'invitations',
  {
    id: text().primaryKey(),
    email: text().notNull(),
    role: userRole().notNull(),
    /** Null until the mail goes out. */
    tokenHash: text('token_hash').unique('invitations_token'),
    invitedBy: text('invited_by').notNull(),
    createdAt: createdAt(),
    expiresAt: moment('expires_at').notNull(),
    acceptedAt: moment('accepted_at'),
    withdrawnAt: moment('withdrawn_at'),
  },
  (t) => [
    index('invitations_newest').on(t.createdAt.desc().nullsFirst()),
    uniqueIndex('invitations_open').on(sql`lower(${t.email})`).where(sql`${t.acceptedAt} is null and ${t.withdrawnAt} is null`),
  ],
)

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

/** How often somebody did something limited, per window (product §10, limits). */
export const counters = pgTable('counters', {
  key: text().primaryKey(),
  count: integer().notNull(),
  windowEnds: moment('window_ends').notNull(),
})

/** Mail on its way out: written in the transaction of what it tells of, sent after the commit by any node. */
export const outgoingMails = pgTable(
  'outgoing_mails',
  {
    id: text().primaryKey(),
    recipient: text().notNull(),
    template: text().$type<MailTemplate>().notNull(),
    /** What stands in the letter; blanked when it is sent. */
    content: jsonb().$type<MailContent>().notNull(),
    /** Goes before what can wait, however much of that there is. */
    urgent: boolean().notNull().default(true),
    /** A name under which it is written once, however often somebody tries. */
    once: text().unique('outgoing_mails_once'),
    attempts: integer().notNull().default(0),
    /** Not tried before this; whoever tries moves it on first, so that nobody else does meanwhile. */
    dueAt: moment('due_at').notNull().defaultNow(),
    sentAt: moment('sent_at'),
    givenUpAt: moment('given_up_at'),
    lastError: text('last_error'),
    createdAt: createdAt(),
  },
  (t) => [
    index('outgoing_mails_due').on(t.urgent.desc(), t.dueAt).where(sql`${t.sentAt} is null and ${t.givenUpAt} is null`),
    index('outgoing_mails_recipient').on(t.recipient),
    index('outgoing_mails_done').on(t.createdAt).where(sql`${t.sentAt} is not null or ${t.givenUpAt} is not null`),
  ],
)

export const products = pgTable(
  'products',
  {
    id: text().primaryKey(),
    sellerId: text('seller_id').references(() => users.id),
    title: text().notNull(),
    description: text().notNull().default(''),
    /** Minor units. */
    price: bigint({ mode: 'number' }),
    category: text(),
    sku: text(),
    stock: integer(),
    tags: text().array().notNull().default(sql`'{}'`),
    attributes: jsonb().$type<{ key: string; value: string }[]>().notNull().default([]),
    /** In the order they are shown; the first is the cover. */
    images: jsonb().$type<ProductImage[]>().notNull().default([]),
    /** Never given twice, so that a path is written once (product §3). */
    nextImageIndex: integer('next_image_index').notNull().default(0),
    status: productStatus().notNull().default('pending'),
    version: integer().notNull().default(1),
    rejectionReason: text('rejection_reason'),
    rejectionCode: text('rejection_code').$type<RejectionCode>(),
    rejectionFields: text('rejection_fields').array().$type<RejectionField[]>().notNull().default(sql`'{}'`),
    /** True until the pictures of a creation are named. */
    unfinished: boolean().notNull().default(false),
    archivedByAdmin: boolean('archived_by_admin').notNull().default(false),
    /** The version an admin approved last; another one goes back to review before it is on sale again. */
    approvedVersion: integer('approved_version'),
    approvedPrice: bigint('approved_price', { mode: 'number' }),
    /** The one edit request that waits; written together with its status, so that whoever holds this row knows it. */
    editRequestId: text('edit_request_id'),
    createdAt: createdAt(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
    statusUpdatedAt: moment('status_updated_at').notNull().defaultNow(),
    submittedAt: moment('submitted_at'),
  },
  (t) => [
    // The SKU first, so that a search by it needs no index of its own.
    uniqueIndex('products_sku').on(t.sku, t.sellerId).where(sql`${t.sku} is not null`),
    index('products_seller_newest').on(t.sellerId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('products_seller_status').on(t.sellerId, t.status, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('products_queue_newest').on(t.status, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()).where(sql`not ${t.unfinished}`),
    index('products_seller_updated').on(t.sellerId, t.updatedAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('products_seller_title').on(t.sellerId, sql`${t.title} collate "und-x-icu"`, t.id),
    index('products_seller_price').on(t.sellerId, sql`coalesce(${t.price}, -1)`, t.id),
    index('products_seller_stock').on(t.sellerId, sql`coalesce(${t.stock}, -1)`, t.id),
    index('products_queue_waiting').on(t.status, sql`coalesce(${t.submittedAt}, ${t.createdAt})`, t.id).where(sql`not ${t.unfinished}`),
    index('products_queue_title').on(t.status, sql`${t.title} collate "und-x-icu"`, t.id).where(sql`not ${t.unfinished}`),
    index('products_queue_price').on(t.status, sql`coalesce(${t.price}, -1)`, t.id).where(sql`not ${t.unfinished}`),
    index('products_approved_category').on(t.category, t.statusUpdatedAt).where(sql`${t.status} = 'approved'`),
    index('products_unfinished').on(t.createdAt).where(sql`${t.unfinished}`),
    index('products_search').using('gin', sql`${t.title} gin_trgm_ops`),
    check('products_price', sql`${t.price} > 0`),
    check('products_stock', sql`${t.stock} >= 0`),
  ],
)

/** Requests to change approved products (product §4). They outlive their product. */
export const editRequests = pgTable(
  'edit_requests',
  {
    id: text().primaryKey(),
    /** Null where an import names none; no reference, as a product may be deleted. */
    productId: text('product_id'),
    productTitle: text('product_title').notNull(),
    sellerId: text('seller_id').references(() => users.id),
    status: editRequestStatus().notNull().default('pending'),
    version: integer().notNull().default(1),
    /** The product's version it was written on. */
    baseVersion: integer('base_version').notNull(),
    /** As it was sent; what is ours are values of reviewable fields. */
    payload: jsonb().notNull(),
    /** What stood live in those fields when it was written: as long as a request holds a field, nothing else changes it. */
    base: jsonb().$type<EditValues>().notNull().default({}),
    /** The fields it proposes; none where the payload is not understood. */
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

/** What numbers the orders, for people to say; some may be left out. */
export const orderNumbers = pgSequence('order_numbers', { startWith: limits.order.firstNumber })

const amount = (name: string) => bigint(name, { mode: 'number' }).notNull()
/** How many lines have which status, counted anew whenever one is moved. */
const lineCounts = () => ({
  openLines: integer('open_lines').notNull(),
  shippedLines: integer('shipped_lines').notNull(),
  deliveredLines: integer('delivered_lines').notNull(),
  cancelledLines: integer('cancelled_lines').notNull(),
})

/** Orders (product §5). Amounts are minor units; whose order it is stands in `order_buyers`. */
export const orders = pgTable(
  'orders',
  {
    id: text().primaryKey(),
    number: text().notNull().unique('orders_number').default(sql`nextval('order_numbers')::text`),
    /** Where it comes from, and what it is called there. */
    source: text().notNull(),
    externalId: text('external_id'),
    items: amount('items'),
    shipping: amount('shipping'),
    tax: amount('tax'),
    discount: amount('discount'),
    total: amount('total'),
    /** What cancelled lines had been, less their share of the discount; cancelled before it is paid, it is not due. */
    cancelled: amount('cancelled').default(0),
    paid: amount('paid').default(0),
    refunded: amount('refunded').default(0),
    paymentStatus: paymentStatus('payment_status').notNull().default('unpaid'),
    units: bigint({ mode: 'number' }).notNull(),
    ...lineCounts(),
    placedAt: moment('placed_at').notNull(),
    paidAt: moment('paid_at'),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('orders_external').on(t.source, t.externalId).where(sql`${t.externalId} is not null`),
    index('orders_newest').on(t.placedAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('orders_payment').on(t.paymentStatus, t.placedAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('orders_open').on(t.placedAt.desc().nullsFirst(), t.id.desc().nullsFirst()).where(sql`${t.openLines} > 0`),
    index('orders_shipped').on(t.placedAt.desc().nullsFirst(), t.id.desc().nullsFirst()).where(sql`${t.shippedLines} > 0`),
    index('orders_delivered').on(t.placedAt.desc().nullsFirst(), t.id.desc().nullsFirst()).where(sql`${t.deliveredLines} > 0`),
    index('orders_cancelled').on(t.placedAt.desc().nullsFirst(), t.id.desc().nullsFirst()).where(sql`${t.cancelledLines} > 0`),
    check('orders_total', sql`${t.total} = ${t.items} + ${t.shipping} + ${t.tax} - ${t.discount} and ${t.total} >= 0`),
    check('orders_refunded', sql`${t.refunded} between 0 and ${t.paid}`),
  ],
)

/** Who bought, apart from the order so that an erasure may blank it (product §5). */
export const orderBuyers = pgTable(
  'order_buyers',
  {
    orderId: text('order_id')
      .primaryKey()
      .references(() => orders.id),
    name: text().notNull(),
    /** Null once erased. */
    email: text(),
    address: jsonb().$type<Address>(),
    /** What admins find an order by: its number, the name and the address. */
    search: text().notNull(),
    placedAt: moment('placed_at').notNull(),
    erasedAt: moment('erased_at'),
  },
  (t) => [
    index('order_buyers_email').on(sql`lower(${t.email})`, t.orderId),
    index('order_buyers_search').using('gin', sql`${t.search} gin_trgm_ops`),
    // Whose time has come, for the sweep.
    index('order_buyers_age').on(t.placedAt, t.orderId).where(sql`${t.erasedAt} is null`),
  ],
)

/** What was sold. Title, price and seller as they were then; no reference to the product, which may be deleted. */
export const orderLines = pgTable(
  'order_lines',
  {
    id: text().primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    /** Its place among the lines, from 0. */
    at: integer().notNull(),
    productId: text('product_id').notNull(),
    sellerId: text('seller_id')
      .notNull()
      .references(() => users.id),
    title: text().notNull(),
    sku: text(),
    category: text(),
    unitPrice: amount('unit_price'),
    quantity: integer().notNull(),
    /** Its share of the order's discount. */
    discount: amount('discount'),
    status: lineStatus().notNull().default('open'),
    /** True if the product had a number of pieces: cancelling gives them back. */
    tookStock: boolean('took_stock').notNull(),
    carrier: text().notNull().default(''),
    tracking: text().notNull().default(''),
    shippedAt: moment('shipped_at'),
    deliveredAt: moment('delivered_at'),
    cancelledAt: moment('cancelled_at'),
  },
  (t) => [
    uniqueIndex('order_lines_order').on(t.orderId, t.at),
    index('order_lines_open').on(t.sellerId).where(sql`${t.status} = 'open'`),
    check('order_lines_quantity', sql`${t.quantity} > 0`),
    check('order_lines_amounts', sql`${t.unitPrice} >= 0 and ${t.discount} >= 0`),
  ],
)

/** What a seller sees of an order in his list: a row for each seller with a line in it. */
export const orderSellers = pgTable(
  'order_sellers',
  {
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    sellerId: text('seller_id')
      .notNull()
      .references(() => users.id),
    placedAt: moment('placed_at').notNull(),
    /** As the order's. */
    paymentStatus: paymentStatus('payment_status').notNull(),
    items: amount('items'),
    discount: amount('discount'),
    units: bigint({ mode: 'number' }).notNull(),
    ...lineCounts(),
    /** What he finds it by: the number and his titles. */
    search: text().notNull(),
  },
  (t) => {
    const newest = () => [t.placedAt.desc().nullsFirst(), t.orderId.desc().nullsFirst()] as const
    return [
      primaryKey({ columns: [t.orderId, t.sellerId] }),
      index('order_sellers_newest').on(t.sellerId, ...newest()),
      index('order_sellers_payment').on(t.sellerId, t.paymentStatus, ...newest()),
      index('order_sellers_open')
        .on(t.sellerId, ...newest())
        .where(sql`${t.openLines} > 0`),
      index('order_sellers_shipped')
        .on(t.sellerId, ...newest())
        .where(sql`${t.shippedLines} > 0`),
      index('order_sellers_delivered')
        .on(t.sellerId, ...newest())
        .where(sql`${t.deliveredLines} > 0`),
      index('order_sellers_cancelled')
        .on(t.sellerId, ...newest())
        .where(sql`${t.cancelledLines} > 0`),
      index('order_sellers_search').using('gin', sql`${t.search} gin_trgm_ops`),
    ]
  },
)

/** Money that went back. */
export const refunds = pgTable(
  'refunds',
  {
    id: text().primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    amount: amount('amount'),
    reason: text().notNull().default(''),
    /** The person or the key that made it; one of the two. */
    actorId: text('actor_id'),
    keyName: text('key_name'),
    createdAt: createdAt(),
  },
  (t) => [index('refunds_order').on(t.orderId, t.createdAt), check('refunds_amount', sql`${t.amount} > 0`)],
)

/**
 * The ledger behind all sales figures (product §5): append-only, so that past days never change; what is corrected is an entry of its own day.
 * Gross sales are the sum of `paid-line` and `cancelled-line`, refunds the sum of `refund`, shipping and tax of their kinds, on the day of `at`.
 * `placed-line` counts lines and carries no amount; `cancelled-line` takes away what was paid for the line, which of an unpaid order is nothing.
 */
export const salesEntries = pgTable(
  'sales_entries',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: moment('at').notNull(),
    kind: text({ enum: ['placed-line', 'paid-line', 'cancelled-line', 'refund', 'shipping', 'tax'] }).notNull(),
    orderId: text('order_id').notNull(),
    lineId: text('line_id'),
    productId: text('product_id'),
    sellerId: text('seller_id'),
    category: text(),
    /** Negative where something is taken away from gross sales; refunds count up. */
    amount: amount('amount'),
    units: bigint({ mode: 'number' }).notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [
    index('sales_entries_at').on(t.at, t.kind),
    index('sales_entries_order').on(t.orderId),
    // Each line is placed, paid and cancelled once.
    uniqueIndex('sales_entries_line').on(t.lineId, t.kind).where(sql`${t.lineId} is not null`),
  ],
)

/** What was ever on sale, and when it last came, changed or went; written by one consumer, each batch later than all before (`follow-shop.ts`). */
export const shopChanges = pgTable(
  'shop_changes',
  {
    /** No reference, as a product may be deleted. */
    productId: text('product_id').primaryKey(),
    onSale: boolean('on_sale').notNull(),
    /** To the microsecond. */
    changedAt: timestamp('changed_at', { withTimezone: true, mode: 'string' }).notNull(),
  },
  (t) => [index('shop_changes_moment').on(t.changedAt, t.productId)],
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

/** Every stored file. Written before its content, so that nothing on the store is unknown here. */
export const files = pgTable(
  'files',
  {
    path: text().primaryKey(),
    productId: text('product_id').notNull(),
    uploadedBy: text('uploaded_by').notNull(),
    name: text().notNull(),
    contentType: text('content_type').notNull(),
    bytes: integer(),
    sha256: text(),
    width: integer(),
    height: integer(),
    /** Null while the content is on its way; such a row is an orphan after a while. */
    storedAt: moment('stored_at'),
    /** Null until a product names the file; such a row is an orphan after a while, too. */
    namedAt: moment('named_at'),
    /** Set while a waiting edit request proposes the file: neither an orphan nor for everybody to see. */
    proposedAt: moment('proposed_at'),
    /** Set in the transaction that lets go of the file; the store follows. */
    releasedAt: moment('released_at'),
    createdAt: createdAt(),
  },
  (t) => [
    index('files_product').on(t.productId),
    index('files_released').on(t.releasedAt).where(sql`${t.releasedAt} is not null`),
    index('files_unnamed').on(t.createdAt).where(sql`${t.namedAt} is null`),
  ],
)

/** What happened. Append-only: the database refuses update, delete and truncate (product §6). */
export const events = pgTable(
  'events',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    kind: text({ enum: eventKinds }).notNull(),
    itemId: text('item_id').notNull(),
    /** Whose thing it is, for who may hear of it. */
    ownerId: text('owner_id'),
    /** Null where the system acted. */
    actorId: text('actor_id'),
    /** Names of the changed fields, never their values. */
    fields: text().array().notNull().default(sql`'{}'`),
    createdAt: createdAt(),
  },
  (t) => [
    index('events_item').on(t.itemId, t.id),
    // The history shows no messages, of which there may be many more than of all else.
    index('events_newest').on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()).where(sql`${t.kind} <> 'chat.message'`),
    index('events_kind').on(t.kind, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()).where(sql`${t.kind} <> 'chat.message'`),
    index('events_actor').on(t.actorId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()).where(sql`${t.kind} <> 'chat.message'`),
    // How a seller's products fared.
    index('events_decisions').on(t.ownerId, t.kind).where(sql`${t.kind} in ('product.approve', 'product.reject')`),
  ],
)

/** Values and free text of events, apart from them so that an erasure may blank them. */
export const eventDetails = pgTable(
  'event_details',
  {
    eventId: bigint('event_id', { mode: 'number' })
      .primaryKey()
      .references(() => events.id),
    /** What the item was called when it happened. */
    title: text(),
    before: jsonb().$type<Record<string, unknown>>(),
    after: jsonb().$type<Record<string, unknown>>(),
    reason: text(),
    code: text().$type<RejectionCode>(),
  },
  (t) => [index('event_details_reason').using('gin', sql`${t.reason} gin_trgm_ops`).where(sql`${t.reason} is not null`)],
)

/** Hints that have no position yet. Filled in the transaction of the change, emptied by the dispatcher after its commit. */
export const feedWaiting = pgTable('feed_waiting', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  eventId: bigint('event_id', { mode: 'number' }),
  kind: text().$type<FeedKind>().notNull(),
  itemId: text('item_id').notNull(),
  ownerId: text('owner_id'),
  /** Of a message in a chat. */
  number: integer(),
})

/** Hints in the order of their positions, kept as long as a stream can be resumed. */
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

/** The last position given; one row, locked by whoever dispatches. */
export const feedHead = pgTable('feed_head', { id: integer().primaryKey().default(1), position: bigint({ mode: 'number' }).notNull() })

/** How far each consumer of the feed has come, and what stops it. */
export const consumers = pgTable('consumers', {
  name: text().primaryKey(),
  position: bigint({ mode: 'number' }).notNull(),
  failingSince: moment('failing_since'),
  lastError: text('last_error'),
})

export const notifications = pgTable(
  'notifications',
  {
    id: text().primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The event this notice follows from; once per event and recipient. */
    eventId: bigint('event_id', { mode: 'number' }),
    productId: text('product_id'),
    productTitle: text('product_title'),
    message: text().notNull(),
    type: notificationType().notNull(),
    status: text(),
    reason: text(),
    link: text(),
    isRead: boolean('is_read').notNull().default(false),
    /** False where the person hears of it by mail alone; then it counts as read. */
    inApp: boolean('in_app').notNull().default(true),
    /** `daily` waits for the next mail of the day and becomes `mailed`; `now` was put into the outgoing mail together with this row. */
    mail: text({ enum: ['now', 'daily', 'mailed'] }),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('notifications_once').on(t.eventId, t.userId),
    index('notifications_newest').on(t.userId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('notifications_unread').on(t.userId).where(sql`not ${t.isRead}`),
    index('notifications_daily').on(t.userId, t.createdAt).where(sql`${t.mail} = 'daily'`),
    index('notifications_chat').on(t.link).where(sql`not ${t.isRead} and ${t.type} = 'chat'`),
    index('notifications_product').on(t.productId).where(sql`not ${t.isRead}`),
  ],
)

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

export const settings = pgTable('settings', {
  key: text().primaryKey(),
  value: jsonb().notNull(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
  updatedBy: text('updated_by'),
})

/** What is true of this installation for good; one row, written at the first start. */
export const installation = pgTable('installation', {
  id: integer().primaryKey().default(1),
  /** Names this very history: a stream from another one starts afresh. */
  epoch: text().notNull(),
  currency: text().notNull(),
  timeZone: text('time_zone').notNull(),
  createdAt: createdAt(),
})

/** Many decisions taken together: stored, held, then run one by one (product §3). */
export const bulkDecisions = pgTable(
  'bulk_decisions',
  {
    id: text().primaryKey(),
    noun: text({ enum: bulkNouns }).notNull().default('products'),
    decision: text({ enum: ['approve', 'reject'] }).notNull(),
    status: text({ enum: bulkStatuses }).notNull().default('held'),
    authorId: text('author_id')
      .notNull()
      .references(() => users.id),
    /** The session it was decided in: a decision runs under exactly the single rule, and that asks for it. */
    sessionId: text('session_id').notNull(),
    items: jsonb().$type<BulkDecision['items']>().notNull(),
    code: text().$type<RejectionCode>(),
    rejectionReason: text('rejection_reason'),
    fields: text().array().$type<RejectionField[]>().notNull().default(sql`'{}'`),
    /** How many of the items have their result. */
    done: integer().notNull().default(0),
    runsAt: moment('runs_at').notNull(),
    finishedAt: moment('finished_at'),
    /** When its author had read what became of it; until then it stays in his sight. */
    readAt: moment('read_at'),
    createdAt: createdAt(),
  },
  (t) => [
    index('bulk_decisions_open').on(t.runsAt).where(sql`${t.status} in ('held', 'running')`),
    index('bulk_decisions_done').on(t.finishedAt).where(sql`${t.status} = 'done'`),
    index('bulk_decisions_unread').on(t.authorId).where(sql`${t.status} = 'done' and ${t.readAt} is null`),
  ],
)

/** What became of each item of a bulk decision; a row each, so that the thousandth costs no more than the first. */
export const bulkResults = pgTable(
  'bulk_results',
  {
    bulkId: text('bulk_id')
      .notNull()
      .references(() => bulkDecisions.id, { onDelete: 'cascade' }),
    /** Its place among the items, from 0. */
    at: integer().notNull(),
    productId: text('product_id').notNull(),
    title: text().notNull(),
    code: text(),
    message: text(),
  },
  (t) => [primaryKey({ columns: [t.bulkId, t.at] })],
)

/** Which admin is looking at which product, for the moment. */
export const lookers = pgTable(
  'lookers',
  {
    productId: text('product_id').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    until: moment('until').notNull(),
  },
  (t) => [primaryKey({ columns: [t.productId, t.userId] }), index('lookers_until').on(t.until)],
)

/** A CSV file on its way in: a seller's products, an admin's orders. The file lies in the storage under `imports/{id}.csv`, its report beside it. */
export const imports = pgTable(
  'imports',
  {
    id: text().primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    noun: text({ enum: importNouns }).notNull().default('products'),
    name: text().notNull(),
    status: text({ enum: importStatuses }).notNull().default('checking'),
    rows: integer().notNull().default(0),
    done: integer().notNull().default(0),
    created: integer().notNull().default(0),
    updated: integer().notNull().default(0),
    unchanged: integer().notNull().default(0),
    /** Of the updated ones, those with changes that wait for review. */
    waiting: integer().notNull().default(0),
    failed: integer().notNull().default(0),
    problems: jsonb().$type<ProductImport['problems']>().notNull().default([]),
    ignored: text().array().notNull().default(sql`'{}'`),
    /** Renewed by the node that works on it; when it is past, another node takes over. */
    heldUntil: moment('held_until'),
    createdAt: createdAt(),
    finishedAt: moment('finished_at'),
  },
  (t) => [
    index('imports_user').on(t.userId, t.createdAt.desc()),
    index('imports_open').on(t.heldUntil).where(sql`${t.status} in ('checking', 'running')`),
  ],
)

/** Every refused row of an import; its cells stand in the file itself. */
export const importProblems = pgTable(
  'import_problems',
  {
    importId: text('import_id')
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    /** As spreadsheets count: the header is row 1. */
    row: integer().notNull(),
    field: text(),
    message: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.importId, t.row] })],
)

/** Conversations with support, one per participant (product §7). Unread is arithmetic on the counts here, whatever order marks come in. */
export const chats = pgTable(
  'chats',
  {
    id: text().primaryKey(),
    /** A user's id or `buyer:<sub>`; no reference, as buyers have no account. */
    buyerId: text('buyer_id').notNull().unique('chats_buyer'),
    /** Of buyers; a user's own name is read where it stands. */
    buyerName: text('buyer_name').notNull(),
    assigneeId: text('assignee_id').references(() => users.id),
    status: text({ enum: chatStatuses }).notNull().default('open'),
    blocked: boolean().notNull().default(false),
    /** How many messages there are, which is the number of the last; given under this row's lock. */
    lastNumber: integer('last_number').notNull().default(0),
    /** How many of them the participant wrote. */
    buyerCount: integer('buyer_count').notNull().default(0),
    lastMessage: text('last_message'),
    lastMessageAt: moment('last_message_at'),
    lastByBuyer: boolean('last_by_buyer'),
    /** How far each side has read, how many of the other's messages that are, and how far they have arrived. */
    buyerReadTo: integer('buyer_read_to').notNull().default(0),
    buyerReadCount: integer('buyer_read_count').notNull().default(0),
    buyerDeliveredTo: integer('buyer_delivered_to').notNull().default(0),
    adminReadTo: integer('admin_read_to').notNull().default(0),
    adminReadCount: integer('admin_read_count').notNull().default(0),
    adminDeliveredTo: integer('admin_delivered_to').notNull().default(0),
    /** When to mail what is unread by then, and up to which number it was mailed. */
    buyerMailDueAt: moment('buyer_mail_due_at'),
    buyerMailedTo: integer('buyer_mailed_to').notNull().default(0),
    adminMailDueAt: moment('admin_mail_due_at'),
    adminMailedTo: integer('admin_mailed_to').notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [
    index('chats_newest').on(t.lastMessageAt, t.id).where(sql`${t.lastNumber} > 0`),
    index('chats_unread').on(t.lastMessageAt, t.id).where(sql`${t.buyerCount} > ${t.adminReadCount}`),
    index('chats_waiting').on(t.lastMessageAt, t.id).where(sql`${t.lastByBuyer} and ${t.status} = 'open'`),
    index('chats_assignee').on(t.assigneeId).where(sql`${t.assigneeId} is not null`),
    index('chats_buyer_mail').on(t.buyerMailDueAt).where(sql`${t.buyerMailDueAt} is not null`),
    index('chats_admin_mail').on(t.adminMailDueAt).where(sql`${t.adminMailDueAt} is not null`),
  ],
)

/** What was said, without the words. */
export const chatMessages = pgTable(
  'chat_messages',
  {
    /** No reference, as it is written by the very statement that holds the chat's row, and a check would cost as much as an index. */
    chatId: text('chat_id').notNull(),
    number: integer().notNull(),
    clientId: text('client_id').notNull(),
    senderId: text('sender_id').notNull(),
    byBuyer: boolean('by_buyer').notNull(),
    /** How many messages of the participant there are up to this one. */
    buyerCount: integer('buyer_count').notNull(),
    eventId: bigint('event_id', { mode: 'number' }).notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.chatId, t.number] }), uniqueIndex('chat_messages_once').on(t.chatId, t.senderId, t.clientId)],
)

/** The words and files of messages, apart from them so that an erasure may remove them. */
export const chatTexts = pgTable(
  'chat_texts',
  {
    chatId: text('chat_id').notNull(),
    number: integer().notNull(),
    text: text().notNull(),
    attachments: jsonb().$type<Attachment[]>(),
  },
  (t) => [primaryKey({ columns: [t.chatId, t.number] })],
)

/** What admins note about a chat among themselves. */
export const chatNotes = pgTable(
  'chat_notes',
  {
    id: text().primaryKey(),
    chatId: text('chat_id')
      .notNull()
      .references(() => chats.id, { onDelete: 'cascade' }),
    authorId: text('author_id').notNull(),
    clientId: text('client_id').notNull(),
    text: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('chat_notes_newest').on(t.chatId, t.id.desc()), uniqueIndex('chat_notes_once').on(t.chatId, t.authorId, t.clientId)],
)

/** Who is writing in which chat, for the moment. */
export const chatTypists = pgTable(
  'chat_typists',
  {
    chatId: text('chat_id')
      .notNull()
      .references(() => chats.id, { onDelete: 'cascade' }),
    userId: text('user_id').notNull(),
    until: moment('until').notNull(),
  },
  (t) => [primaryKey({ columns: [t.chatId, t.userId] }), index('chat_typists_until').on(t.until)],
)

/** Where a storefront is told what happens (product §8). */
export const webhookEndpoints = pgTable('webhook_endpoints', {
  id: text().primaryKey(),
  url: text().notNull(),
  types: text().array().$type<WebhookType[]>().notNull(),
  description: text().notNull().default(''),
  enabled: boolean().notNull().default(true),
  /** It answered 410 Gone, which switched it off. */
  gone: boolean().notNull().default(false),
  /** Sealed with a key made of the session secret. */
  secret: text().notNull(),
  /** Those before, sealed too, each with the moment until which it still signs. */
  formerSecrets: jsonb('former_secrets').$type<{ secret: string; until: string }[]>().notNull().default([]),
  /** When the last of them ends. */
  previousUntil: moment('previous_until'),
  /** Which node sends to it at the moment, and until when that holds without a word from it. */
  heldBy: text('held_by'),
  heldUntil: moment('held_until'),
  /** Failures in a row; after each it is left alone for a while. */
  failures: integer().notNull().default(0),
  restUntil: moment('rest_until'),
  failingSince: moment('failing_since'),
  /** When admins were told that it fails. */
  toldAt: moment('told_at'),
  lastDeliveredAt: moment('last_delivered_at'),
  createdAt: createdAt(),
})

/** What is told to whom: once per event and endpoint. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    /** The `webhook-id`. */
    id: text().primaryKey(),
    /** In the order of what happened. */
    number: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    endpointId: text('endpoint_id')
      .notNull()
      .references(() => webhookEndpoints.id, { onDelete: 'cascade' }),
    /** Null for a test. */
    eventId: bigint('event_id', { mode: 'number' }),
    type: text().$type<DeliveryType>().notNull(),
    /** What and whose it is about, so that an erasure finds it. */
    itemId: text('item_id'),
    ownerId: text('owner_id'),
    /** The very bytes that are signed; blanked by an erasure. */
    payload: text(),
    status: text({ enum: deliveryStatuses }).notNull().default('waiting'),
    /** Attempts since it was last put in the queue. */
    attempts: integer().notNull().default(0),
    queuedAt: moment('queued_at').notNull().defaultNow(),
    dueAt: moment('due_at').notNull().defaultNow(),
    lastStatus: integer('last_status'),
    lastError: text('last_error'),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('webhook_deliveries_once').on(t.endpointId, t.eventId),
    index('webhook_deliveries_waiting').on(t.endpointId, t.dueAt, t.number).where(sql`${t.status} = 'waiting'`),
    index('webhook_deliveries_dead').on(t.endpointId).where(sql`${t.status} = 'dead'`),
    index('webhook_deliveries_newest').on(t.endpointId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('webhook_deliveries_old').on(t.createdAt),
    index('webhook_deliveries_item').on(t.itemId),
    index('webhook_deliveries_owner').on(t.ownerId),
  ],
)

/** Every time that a delivery was tried. */
export const webhookAttempts = pgTable(
  'webhook_attempts',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    deliveryId: text('delivery_id')
      .notNull()
      .references(() => webhookDeliveries.id, { onDelete: 'cascade' }),
    status: integer(),
    ms: integer().notNull(),
    answer: text().notNull().default(''),
    error: text(),
    createdAt: createdAt(),
  },
  (t) => [index('webhook_attempts_delivery').on(t.deliveryId, t.id)],
)
