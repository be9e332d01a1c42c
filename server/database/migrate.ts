import { join } from 'node:path'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import { type Address, connect } from '#server/database/database.ts'
import { locks } from '#server/database/locks.ts'
import { packageRoot } from '#server/package-root.ts'

/**
 * Brings the schema up to date, then does what only the first of several starting nodes may do (`firstThings`).
 * Everything happens under one advisory lock on one connection: drizzle's `migrate` takes none, and three nodes at once made two fail.
 */
export async function migrateUnderLock<Result>(address: Address, firstThings: () => Promise<Result>): Promise<Result> {
  const session = connect(address, 1)
  try {
    await session.sql`select pg_advisory_lock(${locks.start})`
    await migrate(session.db, { migrationsFolder: join(packageRoot, 'server/database/migrations') })
    return await firstThings()
  } finally {
    await session.close()
  }
}
