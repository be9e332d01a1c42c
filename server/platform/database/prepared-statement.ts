import { is, Placeholder, type SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { Sql } from '#server/platform/database/database.ts'
import { retryOnce } from '#server/platform/database/retry-once.ts'

const dialect = new PgDialect()

/** Runs a prepared statement with values for its placeholders. An abort cancels it in the database. */
export type PreparedStatement<Row extends object> = (sql: Sql, values: Record<string, unknown>, signal?: AbortSignal) => Promise<Row[]>

/**
 * Makes a prepared statement of a query with `sql.placeholder(name)` in it: its text is built once, and parsed once per connection. For the
 * most frequent calls; conditions come from the same functions as in other queries.
 */
export function preparedStatement<Row extends object>(query: SQL): PreparedStatement<Row> {
  const { sql: text, params } = dialect.sqlToQuery(query)
  return async (sql, values, signal) => {
    const given = params.map((param) => (is(param, Placeholder) ? values[param.name] : param))
    const run = async () => {
      const query = sql.unsafe<Row[]>(text, given as never[], { prepare: true })
      signal?.addEventListener('abort', () => cancel(query), { once: true })
      return query
    }
    // Inside a transaction only its beginner may repeat it.
    return 'savepoint' in sql ? run() : retryOnce(run)
  }
}

/**
 * Cancels a query that runs in the database or was not sent yet. A pipelined one still runs in its turn: the driver would take its answer
 * for that of the next one.
 */
function cancel(query: { cancel: () => unknown }): void {
  const { state, active } = query as typeof query & { state: unknown; active: boolean }
  if (state === null || active) void Promise.resolve(query.cancel()).catch(() => {})
}

/**
 * Runs a query that is built for each call. If prepared, each text is planned once per connection, whatever its values; so there must be
 * few texts.
 */
export function runQuery<Row extends object>(sql: Sql, query: SQL, { prepare }: { prepare: boolean }): Promise<Row[]> {
  const { sql: text, params } = dialect.sqlToQuery(query)
  return retryOnce(async () => sql.unsafe<Row[]>(text, params as never[], { prepare }))
}

/**
 * The same, with each row passed to `take` as it arrives and none stored. Rows that were taken cannot be taken back, so nothing is
 * repeated.
 */
export async function eachRow<Row extends object>(
  sql: Sql,
  query: SQL,
  { prepare }: { prepare: boolean },
  take: (row: Row) => void,
): Promise<void> {
  const { sql: text, params } = dialect.sqlToQuery(query)
  await sql.unsafe<Row[]>(text, params as never[], { prepare }).forEach(take as (row: object) => void)
}
