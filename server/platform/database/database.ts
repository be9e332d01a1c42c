import type { Assume } from 'drizzle-orm'
import type { MigrationMeta } from 'drizzle-orm/migrator'
import { PgDatabase, PgDialect, type PgQueryResultHKT, type PgSession } from 'drizzle-orm/pg-core'
import { PostgresJsSession } from 'drizzle-orm/postgres-js/session'
import { retryOnce } from '#server/platform/database/retry-once.ts'
import { openSql, type Sql } from '#server/platform/database/sql.ts'
import { type Address, hostsOf } from '#server/platform/database-address.ts'

export type { Address, SocketAddress } from '#server/platform/database-address.ts'
export type { Sql }

/** Results of raw queries are lists of rows. */
interface RowsResult extends PgQueryResultHKT {
  type: Assume<this['row'], object>[]
}
export type Database = PgDatabase<RowsResult>
export type Tx = Parameters<Parameters<Database['transaction']>[0]>[0]

/** One pool of connections, as a template tag for statements (`sql`) and as the query builder (`db`). */
export type Connections = Pool & AsyncDisposable & { close: () => Promise<void> }

/** The connections of one pool, without the function that closes it. */
export type Pool = { sql: Sql; db: Database }

/** How long (ms) a statement may take, how much of that it may wait for a lock, and how long it may wait for a connection before. */
export type TimeLimits = { statementMs: number; lockMs: number; poolMs: number }

/**
 * Opens a pool of at most `pool` connections, each opened on first use. The database itself applies the limits of statements, so that a
 * statement ends, and frees its connection, even if its caller is gone. Without `limited` there are no limits. `close` waits `endS` for
 * statements under way.
 */
export function connect(address: Address, pool: number, limited?: TimeLimits, endS = 5): Connections {
  const { settings, ...hosts } = hostsOf(address)
  const limits = limited && { statement_timeout: `${limited.statementMs}`, lock_timeout: `${limited.lockMs}` }
  const sql = openSql({ ...hosts, settings: { ...settings, ...limits }, name: 'backstall', max: pool, poolMs: limited?.poolMs })
  const close = () => sql.end({ timeout: endS })
  return { sql, db: repeating(builderOn(sql)), close, [Symbol.asyncDispose]: close }
}

const dialect = new PgDialect()

/** Drizzle's session for postgres.js suits any driver with these few functions; it does not load that one. */
const builderOn = (sql: Sql): Database =>
  new PgDatabase(dialect, new PostgresJsSession(sql as never, dialect, undefined) as never, undefined)

type WithSession = { session: PgSession & { client: Sql } }
const sessionOf = (db: Pick<Database, 'execute'>) => (db as unknown as WithSession).session

/** The statements of a query builder, or of its transaction. */
export const sqlOf = (db: Pick<Database, 'execute'>): Sql => sessionOf(db).client

/** Applies the migrations that the database does not have yet. */
export const migrate = (db: Database, migrations: MigrationMeta[]): Promise<void> =>
  dialect.migrate(migrations, sessionOf(db), { migrationsFolder: '' })

/** A transaction is repeated once after a conflict, with all its side effects, so it may only talk to the database and return a result. */
function repeating(db: Database): Database {
  const begin: Database['transaction'] = db.transaction.bind(db)
  const transaction: Database['transaction'] = (work, config) => retryOnce(() => begin(work, config))
  return Object.assign(db, { transaction })
}

/**
 * The query builder on a connection that is already in a transaction: a transaction of a use case becomes a part of it. An error there is
 * rolled back by the caller that began the transaction, to its savepoint.
 */
export function inOuterTransaction(connection: Sql): Database {
  const begin = <Result>(work: (sql: Sql) => Result) => work(connection)
  return builderOn(Object.assign(connection, { begin }) as unknown as Sql)
}
