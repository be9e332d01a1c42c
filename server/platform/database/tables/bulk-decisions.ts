import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { type BulkDecision, bulkNouns, bulkStatuses } from '#domain/bulk-decision.ts'
import type { RejectionCode, RejectionField } from '#domain/rejection.ts'
import type { NamedText } from '#domain/shape-texts.ts'
import { belongsTo, createdAt, moment, refersTo } from '#server/platform/database/tables/columns.ts'
import { users } from '#server/platform/database/tables/users.ts'

/** Many decisions taken together: stored, held for a while, then run one by one (product §3). */
export const bulkDecisions = pgTable(
  'bulk_decisions',
  {
    id: text().primaryKey(),
    noun: text({ enum: bulkNouns }).notNull().default('products'),
    decision: text({ enum: ['approve', 'reject'] }).notNull(),
    status: text({ enum: bulkStatuses }).notNull().default('held'),
    authorId: refersTo('author_id', () => users.id),
    /** The session of the decision: each item runs under the rule for a single decision, which needs a session. */
    sessionId: text('session_id').notNull(),
    items: jsonb().$type<BulkDecision['items']>().notNull(),
    code: text().$type<RejectionCode>(),
    rejectionReason: text('rejection_reason'),
    fields: text().array().$type<RejectionField[]>().notNull().default(sql`'{}'`),
    /** How many items have their result. */
    done: integer().notNull().default(0),
    runsAt: moment('runs_at').notNull(),
    finishedAt: moment('finished_at'),
    /** When its author read the result; until then they see it. */
    readAt: moment('read_at'),
    createdAt: createdAt(),
  },
  (t) => [
    index('bulk_decisions_open').on(t.runsAt).where(sql`${t.status} in ('held', 'running')`),
    index('bulk_decisions_done').on(t.finishedAt).where(sql`${t.status} = 'done'`),
    index('bulk_decisions_unread').on(t.authorId).where(sql`${t.status} = 'done' and ${t.readAt} is null`),
  ],
)

/** The result of each item of a bulk decision; a row each, so that the thousandth costs no more than the first. */
export const bulkResults = pgTable(
  'bulk_results',
  {
    bulkId: belongsTo('bulk_id', () => bulkDecisions.id),
    /** The index among the items, from 0. */
    at: integer().notNull(),
    productId: text('product_id').notNull(),
    title: text().notNull(),
    code: text(),
    message: text(),
    /** The name of the message; null in rows of former versions. */
    named: jsonb().$type<NamedText>(),
  },
  (t) => [primaryKey({ columns: [t.bulkId, t.at] })],
)
