import { and, asc, eq, isNull } from 'drizzle-orm'
import { isStored, type StoredImage, shownColumns } from '#server/images/image-paths.ts'
import type { Database } from '#server/platform/database/database.ts'
import { files } from '#server/platform/database/tables/files.ts'

/** A person's uploads for a product that it does not name yet, oldest first, at most `most`. */
export function arrivedFiles(db: Pick<Database, 'select'>, productId: string, uploadedBy: string, most: number): Promise<StoredImage[]> {
  const theirs = and(eq(files.productId, productId), eq(files.uploadedBy, uploadedBy))
  return db
    .select(shownColumns)
    .from(files)
    .where(and(theirs, isNull(files.namedAt), isNull(files.proposedAt), isStored))
    .orderBy(asc(files.createdAt), asc(files.path))
    .limit(most)
}
