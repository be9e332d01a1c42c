import { join } from 'node:path'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import { adoptFormer } from '#server/platform/database/adopt-former.ts'
import { type Address, connect, migrate, type Sql } from '#server/platform/database/database.ts'
import { locks } from '#server/platform/database/locks.ts'
import { packageRoot } from '#server/platform/package-root.ts'
import { StartError } from '#server/platform/start-error.ts'

const migrationsFolder = join(packageRoot, 'server/platform/database/migrations')

/**
 * Brings the schema up to date, then runs `afterMigration`, so that of several starting nodes only one runs it at a time. All of it runs
 * under one advisory lock on one connection: drizzle's `migrate` takes none, and of three nodes at once two failed. Throws `StartError` for
 * a database that a newer version has changed, and for one that cannot be upgraded. Running nodes of this version continue to work. `upTo` leaves out
 * migrations that were generated later, for a backup of an older version.
 */
export async function migrateUnderLock<Result>(
  address: Address,
  afterMigration: () => Promise<Result>,
  upTo = Number.POSITIVE_INFINITY,
): Promise<Result> {
  await using session = connect(address, 1)
  const migrations = knownMigrations().filter(({ folderMillis }) => folderMillis <= upTo)
  await session.sql`select pg_advisory_lock(${locks.start})`
  const applied = await appliedMigrations(session.sql)
  refuseNewer(applied, migrations)
  await adoptFormer(session.sql, migrationsFolder, migrations, applied.at(-1))
  await migrate(session.db, migrations)
  return await afterMigration()
}

export const knownMigrations = (): MigrationMeta[] => readMigrationFiles({ migrationsFolder })

/** Compares the migrations of a database with those of this version: how many it has, lacks, and has that this version does not know. */
export async function compareSchema(sql: Sql): Promise<{ applied: number; missing: number; unknown: number }> {
  const applied = new Set(await appliedMigrations(sql))
  const known = knownMigrations().map(({ folderMillis }) => folderMillis)
  const missing = known.filter((one) => !applied.has(one)).length
  return { applied: applied.size, missing, unknown: applied.size - known.length + missing }
}

/** When each applied migration was generated, in milliseconds, in order: drizzle identifies them by that. */
async function appliedMigrations(sql: Sql): Promise<number[]> {
  const [table] = await sql<{ isThere: boolean }[]>`select to_regclass('drizzle.__drizzle_migrations') is not null as "isThere"`
  if (!table?.isThere) return []
  const rows = await sql<{ createdAt: number }[]>`select created_at as "createdAt" from drizzle.__drizzle_migrations order by created_at`
  return rows.map(({ createdAt }) => createdAt)
}

/** drizzle skips migrations it has no file for; this version would then use tables it does not know. */
function refuseNewer(applied: number[], migrations: MigrationMeta[]): void {
  const known = Math.max(...migrations.map(({ folderMillis }) => folderMillis))
  const newer = applied.filter((createdAt) => createdAt > known)
  if (newer.length === 0) return
  throw new StartError(
    `A newer version of Backstall has changed this database (unknown migrations: ${newer.length}). ` +
      'Start that version or a later one, or restore a backup from before it.',
  )
}
