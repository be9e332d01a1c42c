import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { importStatuses } from '#domain/product-import.ts'
import { findingOutcomes, type TransferPart, type TransferProgress } from '#domain/transfer.ts'
import { createdAt, moment } from '#server/platform/database/tables/columns.ts'
import { users } from '#server/platform/database/tables/users.ts'
import type { StoredProblem } from '#server/platform/problem-texts.ts'

/** Imports of uploaded exports. The archive is in the storage under `transfers/{id}` until its import has ended. */
export const transferRuns = pgTable(
  'transfer_runs',
  {
    id: text().primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
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
    uniqueIndex('transfer_runs_open').on(sql`(true)`).where(sql`${t.status} in ('checking', 'checked', 'running')`),
    index('transfer_runs_newest').on(t.createdAt),
  ],
)

/** The report of an uploaded export: what was found about its records, in the order of the import. */
export const transferFindings = pgTable(
  'transfer_findings',
  {
    runId: text('run_id')
      .notNull()
      .references(() => transferRuns.id, { onDelete: 'cascade' }),
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
