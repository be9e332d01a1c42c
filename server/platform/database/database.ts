import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js'
import type postgres from 'postgres'
import type { Sql } from 'postgres'
import driver from '#server/platform/database/driver.ts'
import { retryOnce } from '#server/platform/database/retry-once.ts'

export type { Sql }
/** The address of the database: a URL, or the socket of the embedded one. */
export type Address = string | SocketAddress
export type SocketAddress = { path: string; username: string; password: string; database: string }
export type Database = PostgresJsDatabase
export type Tx = Parameters<Parameters<Database['transaction']>[0]>[0]

/** One pool of connections, as the driver for prepared statements (`sql`) and as the query builder (`db`). */
export type Connections = { sql: Sql; db: Database; close: () => Promise<void> }

/** The connections of one pool, without the function that closes it. */
export type Pool = Omit<Connections, 'close'>

/** How long (ms) a statement may take, how much of that it may wait for a lock, and how long it may wait for a connection before. */
export type TimeLimits = { statementMs: number; lockMs: number; poolMs: number }

/** Additional options of our patched driver: `pool_timeout` in seconds, and a statement that sets up each new connection. */
type DriverOptions = postgres.Options<Record<string, postgres.PostgresType>> & {
  pool_timeout?: number
  max_pipeline?: number
  setup?: string
}

const setLimits = ({ statementMs, lockMs }: TimeLimits) =>
  `select set_config('statement_timeout', '${statementMs}', false), set_config('lock_timeout', '${lockMs}', false)`

/**
 * Opens a pool of at most `pool` connections, each opened on first use. The database itself applies the limits of statements, so that a
 * statement ends, and frees its connection, even if its caller is gone. Without `limited` there are no limits.
 */
export function connect(address: Address, pool: number, limited?: TimeLimits): Connections {
  const options: DriverOptions = {
    max: pool,
    // If a query turns out to wait for a lock, few others wait behind it.
    max_pipeline: 2,
    ...(limited && { pool_timeout: limited.poolMs / 1000, setup: setLimits(limited) }),
    onnotice: () => {},
    // While the database is down calls fail at once, and work resumes soon after it is back; the driver would wait up to 20 s.
    backoff: (tries: number) => Math.min(tries / 20, 0.2),
    connect_timeout: 5,
    // int8 as numbers: money, positions and counts here stay below 2^53.
    types: { bigint: { to: 20, from: [20], parse: Number, serialize: String } },
    connection: { application_name: 'backstall', TimeZone: 'UTC' },
  }
  const sql = typeof address === 'string' ? driver(address, options) : driver({ ...options, ...address })
  return { sql, db: repeating(drizzle(sql)), close: () => sql.end({ timeout: 5 }) }
}

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
export function inOuterTransaction(connection: Sql, { options }: Sql): Database {
  const begin = <Result>(work: (sql: Sql) => Result) => work(connection)
  return drizzle(Object.assign(connection, { options, begin }) as Sql)
}
