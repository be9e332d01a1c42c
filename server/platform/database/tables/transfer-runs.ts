import { sql } from 'drizzle-orm'
import { boolean, customType, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { importStatuses } from '#domain/product-import.ts'
import { findingOutcomes, type TransferPart, type TransferProgress } from '#domain/transfer.ts'
import { belongsTo, createdAt, moment } from '#server/platform/database/tables/columns.ts'
import { users } from '#server/platform/database/tables/users.ts'
import type { StoredProblem } from '#server/platform/problem-texts.ts'

/**
 * Imports of uploaded exports, and of those that the command from the shell sent. Until it has ended, the archive of the former is in the storage
 * under `transfers/{id}`, that of the latter in `transfer_parts`.
 */
export const transferRuns = pgTable(
  'transfer_runs',
  {
    id: text().primaryKey(),
    /** The admin who uploaded it; null for the command. */
    userId: text('user_id').references(() => users.id),
    name: text().notNull(),
    majorUnits: boolean('major_units').notNull(),
    status: text({ enum: importStatuses }).notNull().default('checking'),
    progress: jsonb().$type<TransferProgress>().notNull().default({ counts: {}, at: null }),
    /** Why it failed. */
    problem: jsonb().$type<StoredProblem>(),
    createdAt: createdAt(),
    finishedAt: moment('finished_at'),
  },
  (t) => [
    // One at a time.
    uniqueIndex('transfer_runs_open').on(sql`(true)`).where(sql`${t.finishedAt} is null`),
    index('transfer_runs_newest').on(t.createdAt),
  ],
)

/** The report of an uploaded export: what was found about its records, in the order of the import. */
export const transferFindings = pgTable(
  'transfer_findings',
  {
    runId: belongsTo('run_id', () => transferRuns.id),
    at: integer().notNull(),
    collection: text().$type<TransferPart>().notNull(),
    line: integer(),
    id: text(),
    field: text(),
    code: text().notNull(),
    message: text().notNull(),
    outcome: text({ enum: findingOutcomes }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.runId, t.at] })],
)

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/**
 * The archive of an export that the command from the shell sends to the server: a folder of one account or machine may be unreadable for another.
 * The table is unlogged, so that gigabytes pass neither through the log of the database nor to its replicas; a crash of the database loses them.
 */
export const transferParts = pgTable(
  'transfer_parts',
  {
    runId: belongsTo('run_id', () => transferRuns.id),
    at: integer().notNull(),
    content: bytea().notNull(),
  },
  (t) => [primaryKey({ columns: [t.runId, t.at] })],
)
