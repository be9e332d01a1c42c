import { type SQL, sql } from 'drizzle-orm'
import { limits } from '#domain/limits.ts'

/** The number that stands for "more": counting stops there (product §9, "a total or 999+"). */
export const mostCounted = limits.queue.shownMax + 1

/** How many rows `source` has (what follows `from`), as a column: exact up to 999; 1000 means more. */
export const countRows = (source: SQL): SQL =>
  sql`select count(*)::int as total from (select from ${source} limit ${sql.raw(String(mostCounted))}) counted`

/** The total of a list whose first page is known: only if there is more is anything counted. Later pages have none. */
export const totalOf = async (
  { cursor, rows, next }: { cursor: string | undefined; rows: readonly unknown[]; next: string | null },
  count: () => Promise<{ total: number }[]>,
): Promise<{ total?: number }> => (cursor !== undefined ? {} : { total: next === null ? rows.length : ((await count())[0]?.total ?? 0) })
