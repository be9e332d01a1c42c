import { eq } from 'drizzle-orm'
import type { App } from '#server/app.ts'
import { files } from '#server/database/tables.ts'
import { storedPaths } from '#server/images/image-paths.ts'

/**
 * Removes from the store what was released, after the commit that released it. A failure never reaches the person: it is logged,
 * and the sweep tries again (architecture, files). The row goes last, so that nothing on the store is unknown.
 */
export async function removeReleased(app: Pick<App, 'storage' | 'db'>, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await removePicture(app, path).catch((error) => console.error(`The released file ${path} could not be removed yet:`, error))
  }
}

async function removePicture({ storage, db }: Pick<App, 'storage' | 'db'>, path: string): Promise<void> {
  for (const stored of storedPaths(path)) await storage.remove(stored)
  await db.delete(files).where(eq(files.path, path))
}
