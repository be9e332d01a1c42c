import type { Sql } from '#server/platform/database/database.ts'
import { locks } from '#server/platform/database/locks.ts'

const [upper, lower] = [Math.floor(locks.dispatcher / 2 ** 32), locks.dispatcher % 2 ** 32]

/** SQL: whether any node of Backstall runs on this database. One of those that run is the dispatcher, and holds its lock. */
export const isNodeRunning = (sql: Sql) => sql`exists (
  select from pg_locks l join pg_database d on d.oid = l.database and d.datname = current_database()
  where l.locktype = 'advisory' and l.objsubid = 1 and l.granted
    and l.classid::bigint = ${upper}::bigint and l.objid::bigint = ${lower}::bigint)`
