import { hkdfSync } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Database } from '#server/platform/database/database.ts'
import { locks } from '#server/platform/database/locks.ts'
import { installation } from '#server/platform/database/tables/settings.ts'
import { StartError } from '#server/platform/start-error.ts'

/**
 * Identifies a session secret: it cannot be turned back into it, and no other key is derived alike. A restored backup has another epoch, so
 * that takes no part.
 */
export const fingerprintOf = (secret: string): string =>
  Buffer.from(hkdfSync('sha256', secret, '', 'backstall fingerprint', 16)).toString('hex')

/**
 * Stores a fingerprint of the session secret at the first start, and compares it at every other one: nodes with different secrets would
 * sign people out at each other, and could not read each other's sealed secrets. Throws `StartError` for another secret. Call it under the
 * start lock.
 */
export async function assertSecret(db: Database, secret: string): Promise<void> {
  const mine = fingerprintOf(secret)
  const [row] = await db
    .update(installation)
    .set({ secretFingerprint: sql`coalesce(${installation.secretFingerprint}, ${mine})` })
    .returning({ stored: installation.secretFingerprint })
  if (row?.stored !== mine) throw new StartError(otherSecret)
}

const otherSecret =
  'SESSION_SECRET (or the file session-secret in DATA_DIR) is not the one that this database is used with. Give every node the same. ' +
  'To change it on purpose, stop all nodes and run: npm run backstall -- new-session-secret'

/** Throws `StartError` for another secret than the one stored. Changes nothing, and may be called before the migrations. */
export async function refuseOtherSecret(db: Database, secret: string): Promise<void> {
  if (await isOtherSecret(db, secret)) throw new StartError(otherSecret)
}

/** Whether the database is used with another secret. A database without tables, or of an older version, is used with none. */
export async function isOtherSecret(db: Database, secret: string): Promise<boolean> {
  const [table] = await db.execute<{ isThere: boolean }>(sql`select to_regclass('installation') is not null as "isThere"`)
  if (!table?.isThere) return false
  const [row] = await db.execute<{ stored: string | null }>(sql`select to_jsonb(i) ->> 'secret_fingerprint' as stored from installation i`)
  return row?.stored != null && row.stored !== fingerprintOf(secret)
}

/** Lets the next start take another session secret. Throws `StartError` while a node runs. */
export async function forgetSecret({ db }: { db: Database }): Promise<string> {
  const forgotten = await db
    .update(installation)
    .set({ secretFingerprint: null })
    // While any node runs, one of them is the dispatcher and has this lock.
    .where(sql`pg_try_advisory_xact_lock(${locks.dispatcher})`)
    .returning({ id: installation.id })
  if (forgotten.length === 0) throw new StartError('Stop all nodes of Backstall first.')
  return [
    'The next start takes the SESSION_SECRET it is given. Then all people sign in again, and authenticator apps no longer count:',
    'recovery codes do, and reset-second-factor helps. The secrets of webhooks become unreadable: make new ones in the settings.',
  ].join('\n')
}
