import { openSql, type Sql } from '#server/platform/database/sql.ts'

/** A single connection to the same database, outside the pool. It reconnects automatically; `closed` is called each time it is lost. */
export const ownConnection = (pool: Sql, closed: () => void): Sql =>
  openSql({ ...pool.options, max: 1, lifetimeMs: Number.POSITIVE_INFINITY, onLost: closed })
