import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Database } from '#server/platform/database/database.ts'
import { files } from '#server/platform/database/tables/files.ts'

type Arrived = { path: string; name: string; width: number | null; height: number | null }

/** A person's uploads for a product that it does not name yet, oldest first, at most `most`. */
export function arrivedFiles(db: Pick<Database, 'select'>, productId: string, uploadedBy: string, most: number): Promise<Arrived[]> {
  const theirs = and(eq(files.productId, productId), eq(files.uploadedBy, uploadedBy))
  return db
    .select({ path: files.path, name: files.name, width: files.width, height: files.height })
    .from(files)
    .where(and(theirs, isNull(files.namedAt), isNull(files.proposedAt), isNotNull(files.storedAt), isNull(files.releasedAt)))
    .orderBy(asc(files.createdAt), asc(files.path))
    .limit(most)
}
