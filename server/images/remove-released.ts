import { and, eq, lte, sql } from 'drizzle-orm'
import { storedPaths } from '#server/images/image-paths.ts'
import type { App } from '#server/platform/app.ts'
import { isBackupRunning } from '#server/platform/database/backup-lock.ts'
import { files } from '#server/platform/database/tables/files.ts'
import { answerTo, logUnexpected } from '#server/platform/http/errors.ts'
import { limits } from '#server/platform/limits/limits.ts'

/**
 * Removes released files from the store, after the commit that released them. A failure never reaches the person: it is logged, and the
 * sweep tries again. While a backup is being made, all of them are left to the sweep. The row is deleted last, so
 * that no file in the store is without a row.
 */
export async function removeReleased(app: Pick<App, 'storage' | 'db'>, paths: readonly string[]): Promise<void> {
  if (paths.length === 0 || (await isBackupRunning(app.db).catch(() => true))) return
  for (const path of paths) {
    await removePicture(app, path).catch((error) => logUnexpected(error, answerTo(error), `Removing the released file ${path}`))
  }
}

/** Removes all released files of a product from the store, except those that an undo may still return. */
export async function removeReleasedOf(app: Pick<App, 'storage' | 'db'>, productId: string): Promise<void> {
  const released = and(eq(files.productId, productId), lte(files.releasedAt, sql`now()`))
  const rows = await app.db
    .select({ path: files.path })
    .from(files)
    .where(released)
    .catch((error) => {
      logUnexpected(error, answerTo(error), `Removing what the product ${productId} let go of`)
      return []
    })
  await removeReleased(
    app,
    rows.map(({ path }) => path),
  )
}

/** Releases a file ahead of its product: until that counts its pictures, the row keeps its index from being used again. */
export const keptForItsIndex = { releasedAt: sql`${files.createdAt} + ${limits.image.orphanMs} * interval '1 millisecond'`, storedAt: null }

async function removePicture({ storage, db }: Pick<App, 'storage' | 'db'>, path: string): Promise<void> {
  for (const stored of storedPaths(path)) await storage.remove(stored)
  // An import brings again only what nothing had named.
  await db.execute(sql`
    with gone as (delete from files where path = ${path} and released_at <= now() returning path, named_at)
    delete from transferred_records where collection = 'files' and id in (select path from gone where named_at is null)`)
}
