import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { type Attachment, chatStatuses } from '#domain/chat.ts'
import { belongsTo, createdAt, moment } from '#server/platform/database/tables/columns.ts'
import { users } from '#server/platform/database/tables/users.ts'

/**
 * Conversations with support, one per participant (product §7). Unread counts are differences of these counts, whatever order marks come
 * in.
 */
export const chats = pgTable(
  'chats',
  {
    id: text().primaryKey(),
    /** A user's id or `buyer:<sub>`; no reference, because buyers have no account. */
    buyerId: text('buyer_id').notNull().unique('chats_buyer'),
    /** The name of a buyer; a user's name is read from `users`. */
    buyerName: text('buyer_name').notNull(),
    /** The address of a buyer, if the storefront named it. */
    buyerEmail: text('buyer_email'),
    assigneeId: text('assignee_id').references(() => users.id),
    status: text({ enum: chatStatuses }).notNull().default('open'),
    /** How often the chat was solved, which numbers its solutions. */
    solvedCount: integer('solved_count').notNull().default(0),
    blocked: boolean().notNull().default(false),
    /** The number of messages, which is the number of the last one; assigned under this row's lock. */
    lastNumber: integer('last_number').notNull().default(0),
    /** How many of them the participant wrote. */
    buyerCount: integer('buyer_count').notNull().default(0),
    lastMessage: text('last_message'),
    lastMessageAt: moment('last_message_at'),
    lastByBuyer: boolean('last_by_buyer'),
    /**
     * Per side: up to which number it has read, how many of the other side's messages those are, and up to which number they were
     * delivered.
     */
    buyerReadTo: integer('buyer_read_to').notNull().default(0),
    buyerReadCount: integer('buyer_read_count').notNull().default(0),
    buyerDeliveredTo: integer('buyer_delivered_to').notNull().default(0),
    adminReadTo: integer('admin_read_to').notNull().default(0),
    adminReadCount: integer('admin_read_count').notNull().default(0),
    adminDeliveredTo: integer('admin_delivered_to').notNull().default(0),
    /** Per side: when to mail messages that are unread by then, and up to which number they were mailed. */
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
    index('chats_buyer_email').using('gin', sql`${t.buyerEmail} gin_trgm_ops`).where(sql`${t.buyerEmail} is not null`),
    // Only chats of buyers are in this index: a user's name is searched in `users`.
    index('chats_buyer_name').using('gin', sql`${t.buyerName} gin_trgm_ops`).where(sql`${t.buyerId} like 'buyer:%'`),
  ],
)

/** Messages without their texts. */
export const chatMessages = pgTable(
  'chat_messages',
  {
    /** No reference: the statement that inserts it locks the chat's row, and a check would cost as much as an index. */
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
  (t) => [primaryKey({ columns: [t.chatId, t.number] }), uniqueIndex('chat_messages_once').on(t.senderId, t.clientId, t.chatId)],
)

/** Texts and attachments of messages, in a separate table, so that an erasure may remove them. */
export const chatTexts = pgTable(
  'chat_texts',
  {
    chatId: text('chat_id').notNull(),
    number: integer().notNull(),
    text: text().notNull(),
    attachments: jsonb().$type<Attachment[]>(),
  },
  (t) => [primaryKey({ columns: [t.chatId, t.number] }), index('chat_texts_search').using('gin', sql`${t.text} gin_trgm_ops`)],
)

/** Private notes of admins on a chat. */
export const chatNotes = pgTable(
  'chat_notes',
  {
    id: text().primaryKey(),
    chatId: belongsTo('chat_id', () => chats.id),
    authorId: text('author_id').notNull(),
    clientId: text('client_id').notNull(),
    text: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('chat_notes_newest').on(t.chatId, t.id.desc()), uniqueIndex('chat_notes_once').on(t.chatId, t.authorId, t.clientId)],
)

/** Ratings by buyers: one per solution of a chat. */
export const chatRatings = pgTable(
  'chat_ratings',
  {
    chatId: belongsTo('chat_id', () => chats.id),
    /** The `solvedCount` of the chat at that time. */
    solution: integer().notNull(),
    score: integer().notNull(),
    comment: text().notNull(),
    /** When it was given first. */
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.chatId, t.solution] }), index('chat_ratings_newest').on(t.createdAt)],
)

/** Who is typing in which chat at the moment. */
export const chatTypists = pgTable(
  'chat_typists',
  {
    chatId: belongsTo('chat_id', () => chats.id),
    userId: text('user_id').notNull(),
    until: moment('until').notNull(),
  },
  (t) => [primaryKey({ columns: [t.chatId, t.userId] }), index('chat_typists_until').on(t.until)],
)
