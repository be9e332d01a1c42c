import { inArray } from 'drizzle-orm'
import type { App } from '#server/app.ts'
import { files } from '#server/database/tables.ts'
import { storedPaths } from '#server/images/image-paths.ts'

/**
 * Removes from the store what was released, after the commit that released it. A failure never reaches the person: it is logged,
 * and the sweep tries again (architecture, files). The row goes last, so that nothing on the store is unknown.
 */
export async function removeReleased({ storage, db }: Pick<App, 'storage' | 'db'>, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return
  try {
    for (const path of paths.flatMap(storedPaths)) await storage.remove(path)
    await db.delete(files).where(inArray(files.path, [...paths]))
  } catch (error) {
    console.error('Released files could not be removed yet:', error)
  }
}
