import { sql } from 'drizzle-orm'
import type { Database } from '#server/platform/database/database.ts'
import { locks } from '#server/platform/database/locks.ts'

/**
 * True while a backup is being made. It holds a lock of its session, from before the moment whose state it has until all files are copied:
 * meanwhile no file is removed from the store. What was released before that moment is not in the backup, so a check after the release
 * suffices. It looks at the locks instead of taking one, which would refuse a backup that begins at that moment.
 */
export async function isBackupRunning(db: Pick<Database, 'execute'>): Promise<boolean> {
  const [row] = await db.execute<{ isTaken: boolean }>(sql`
    select exists (
      select from pg_locks
      where locktype = 'advisory' and objsubid = 1 and (classid::bigint << 32 | objid::bigint) = ${locks.backup}::bigint and granted
        and database = (select oid from pg_database where datname = current_database())
    ) as "isTaken"`)
  return row?.isTaken === true
}
