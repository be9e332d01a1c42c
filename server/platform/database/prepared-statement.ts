import { is, Placeholder, type SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { type Sql, sqlOf, type Tx } from '#server/platform/database/database.ts'
import { retryOnce } from '#server/platform/database/retry-once.ts'

const dialect = new PgDialect()

/** Runs a prepared statement with values for its placeholders. An abort cancels it in the database. */
export type PreparedStatement<Row extends object> = (sql: Sql, values: Record<string, unknown>, signal?: AbortSignal) => Promise<Row[]>

/**
 * Makes a prepared statement of a query with `sql.placeholder(name)` in it: its text is built once, and parsed once per connection. For the
 * most frequent calls; conditions come from the same functions as in other queries. Not prepared, it is planned for the values of each call.
 */
export function preparedStatement<Row extends object>(query: SQL, { prepare } = { prepare: true }): PreparedStatement<Row> {
  const { sql: text, params } = dialect.sqlToQuery(query)
  return async (sql, values, signal) => {
    const given = params.map((param) => (is(param, Placeholder) ? values[param.name] : param))
    const run = async () => {
      const query = sql.unsafe<Row[]>(text, given, { prepare })
      signal?.addEventListener('abort', () => query.cancel(), { once: true })
      return query
    }
    // Inside a transaction only its beginner may repeat it.
    return 'savepoint' in sql ? run() : retryOnce(run)
  }
}

/**
 * Runs a query that is built for each call. If prepared, each text is planned once per connection, whatever its values; so there must be
 * few texts.
 */
export function runQuery<Row extends object>(sql: Sql, query: SQL, { prepare }: { prepare: boolean }): Promise<Row[]> {
  const { sql: text, params } = dialect.sqlToQuery(query)
  return retryOnce(async () => sql.unsafe<Row[]>(text, params, { prepare }))
}

/** Runs a statement of a transaction as a prepared one: for frequent ones whose text is always the same. */
export async function executePrepared<Row extends object>(tx: Pick<Tx, 'execute'>, query: SQL): Promise<Row[]> {
  const { sql: text, params } = dialect.sqlToQuery(query)
  return sqlOf(tx).unsafe<Row[]>(text, params, { prepare: true })
}

/**
 * Runs a query with each row passed to `take` as it arrives and none stored. Rows that were taken cannot be taken back, so nothing is
 * repeated.
 */
export async function eachRow<Row extends object>(
  sql: Sql,
  query: SQL,
  { prepare }: { prepare: boolean },
  take: (row: Row) => void,
): Promise<void> {
  const { sql: text, params } = dialect.sqlToQuery(query)
  await sql.unsafe<Row[]>(text, params, { prepare }).forEach(take as (row: object) => void)
}
