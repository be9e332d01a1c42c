import type postgres from 'postgres'
import type { Sql } from '#server/platform/database/database.ts'
import driver from '#server/platform/database/driver.ts'

/** A single connection to the same database, outside the pool. It reconnects automatically; `closed` is called each time it is lost. */
export function ownConnection(pool: Sql, closed: () => void): Sql {
  const options: object = { ...pool.options, max: 1, idle_timeout: null, max_lifetime: null, onclose: closed }
  // The driver accepts options it has parsed before, which its types do not express.
  return driver(options as postgres.Options<Record<string, postgres.PostgresType>>)
}
