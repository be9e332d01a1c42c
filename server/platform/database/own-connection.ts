import type postgres from 'postgres'
import type { Sql } from '#server/platform/database/database.ts'
import driver from '#server/platform/database/driver.ts'

/** A single connection beside the pool, to the same database; it comes back by itself, `closed` tells each time it was lost. */
export function ownConnection(pool: Sql, closed: () => void): Sql {
  const options: object = { ...pool.options, max: 1, idle_timeout: null, max_lifetime: null, onclose: closed }
  // The driver takes options it has parsed before as they are, which its types do not say.
  return driver(options as postgres.Options<Record<string, postgres.PostgresType>>)
}
