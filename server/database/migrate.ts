import { join } from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import { type Address, connect, type Sql } from '#server/database/database.ts'
import { locks } from '#server/database/locks.ts'
import { packageRoot } from '#server/package-root.ts'
import { StartError } from '#server/start-error.ts'

const migrationsFolder = join(packageRoot, 'server/database/migrations')

/**
 * Brings the schema up to date, then does what only the first of several starting nodes may do (`firstThings`).
 * Everything happens under one advisory lock on one connection: drizzle's `migrate` takes none, and three nodes at once made two fail.
 * Throws `StartError` where a newer version has brought the schema further. Nodes of this version that run already go on.
 */
export async function migrateUnderLock<Result>(address: Address, firstThings: () => Promise<Result>): Promise<Result> {
  const session = connect(address, 1)
  try {
    await session.sql`select pg_advisory_lock(${locks.start})`
    await refuseNewer(session.sql)
    await migrate(session.db, { migrationsFolder })
    return await firstThings()
  } finally {
    await session.close()
  }
}

/** drizzle passes over migrations it has no file for; this version would then read and write tables it does not know. */
async function refuseNewer(sql: Sql): Promise<void> {
  const known = Math.max(...readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis))
  const [table] = await sql<{ isThere: boolean }[]>`select to_regclass('drizzle.__drizzle_migrations') is not null as "isThere"`
  if (!table?.isThere) return
  const newer = await sql`select 1 from drizzle.__drizzle_migrations where created_at > ${known}`
  if (newer.length === 0) return
  throw new StartError(
    `A newer version of Backstall has changed this database (unknown migrations: ${newer.length}). ` +
      'Start that version or a later one, or restore a backup from before it.',
  )
}
