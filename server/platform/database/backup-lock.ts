import { sql } from 'drizzle-orm'
import type { Database } from '#server/platform/database/database.ts'
import { isHeld, locks } from '#server/platform/database/locks.ts'

/**
 * True while a backup is being made. It holds a lock of its session, from before the moment whose state it has until all files are copied:
 * meanwhile no file is removed from the store. What was released before that moment is not in the backup, so a check after the release
 * suffices.
 */
export async function isBackupRunning(db: Pick<Database, 'execute'>): Promise<boolean> {
  const [row] = await db.execute<{ isTaken: boolean }>(sql`select ${sql.raw(isHeld(locks.backup))} as "isTaken"`)
  return row?.isTaken === true
}
