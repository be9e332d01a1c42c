import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { type ImportChange, importNouns, importStatuses, type ProductImport } from '#domain/product-import.ts'
import { belongsTo, createdAt, moment, refersTo } from '#server/platform/database/tables/columns.ts'
import { users } from '#server/platform/database/tables/users.ts'
import type { StoredProblem } from '#server/platform/problem-texts.ts'

/**
 * CSV files being imported: a seller's products, an admin's orders. The file is in the storage under `imports/{id}.csv`, its report next to
 * it.
 */
export const imports = pgTable(
  'imports',
  {
    id: text().primaryKey(),
    userId: refersTo('user_id', () => users.id),
    noun: text({ enum: importNouns }).notNull().default('products'),
    name: text().notNull(),
    status: text({ enum: importStatuses }).notNull().default('checking'),
    rows: integer().notNull().default(0),
    done: integer().notNull().default(0),
    created: integer().notNull().default(0),
    updated: integer().notNull().default(0),
    unchanged: integer().notNull().default(0),
    /** The updated ones whose changes wait for review. */
    waiting: integer().notNull().default(0),
    failed: integer().notNull().default(0),
    problems: jsonb().$type<(ProductImport['problems'][number] & StoredProblem)[]>().notNull().default([]),
    /** What the first rows would do, by the dry run; empty for orders. */
    changes: jsonb().$type<ImportChange[]>().notNull().default([]),
    /** Categories of its products that the list in the settings lacks, as the dry run found them. */
    newCategories: text('new_categories').array().notNull().default(sql`'{}'`),
    ignored: text().array().notNull().default(sql`'{}'`),
    /** The lease of the node that works on it; when it has expired, another node takes over. */
    heldUntil: moment('held_until'),
    createdAt: createdAt(),
    finishedAt: moment('finished_at'),
  },
  (t) => [
    index('imports_user').on(t.userId, t.createdAt.desc()),
    index('imports_open').on(t.heldUntil).where(sql`${t.status} in ('checking', 'running')`),
  ],
)

/** Every refused row of an import as its report says it: the fields and the sentences of all its problems. Its cells are in the file itself. */
export const importProblems = pgTable(
  'import_problems',
  {
    importId: belongsTo('import_id', () => imports.id),
    /** As spreadsheets count: the header is row 1. */
    row: integer().notNull(),
    field: text(),
    message: text().notNull(),
    /** The same with the names of the sentences; null in rows of former versions. */
    problems: jsonb().$type<({ field: string | null } & StoredProblem)[]>(),
  },
  (t) => [primaryKey({ columns: [t.importId, t.row] })],
)
