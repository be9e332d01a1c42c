import { and, eq, isNotNull } from 'drizzle-orm'
import type { App } from '#server/app.ts'
import { files } from '#server/database/tables/files.ts'
import { errorToLog } from '#server/error-to-log.ts'
import { storedPaths } from '#server/images/image-paths.ts'

/**
 * Removes from the store what was released, after the commit that released it. A failure never reaches the person: it is logged,
 * and the sweep tries again (architecture, files). The row goes last, so that nothing on the store is unknown.
 */
export async function removeReleased(app: Pick<App, 'storage' | 'db'>, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await removePicture(app, path).catch((error) =>
      console.error(`The released file ${path} could not be removed yet: ${errorToLog(error)}`),
    )
  }
}

/** The same for all that a product has let go of by now, whoever did so. */
export async function removeReleasedOf(app: Pick<App, 'storage' | 'db'>, productId: string): Promise<void> {
  const released = and(eq(files.productId, productId), isNotNull(files.releasedAt))
  const rows = await app.db
    .select({ path: files.path })
    .from(files)
    .where(released)
    .catch((error) => {
      console.error(`What the product ${productId} let go of could not be removed yet:`, error)
      return []
    })
  await removeReleased(
    app,
    rows.map(({ path }) => path),
  )
}

async function removePicture({ storage, db }: Pick<App, 'storage' | 'db'>, path: string): Promise<void> {
  for (const stored of storedPaths(path)) await storage.remove(stored)
  await db.delete(files).where(eq(files.path, path))
}
