import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, moment } from '#server/platform/database/tables/columns.ts'

/** Every stored file. The row is written before the content, so that no file in the store is unknown here. */
export const files = pgTable(
  'files',
  {
    path: text().primaryKey(),
    productId: text('product_id').notNull(),
    uploadedBy: text('uploaded_by').notNull(),
    name: text().notNull(),
    contentType: text('content_type').notNull(),
    /** The sender's key of the upload: sent again under it, it is the same file. */
    uploadKey: text('upload_key'),
    bytes: integer(),
    sha256: text(),
    width: integer(),
    height: integer(),
    /** Null while the content is being uploaded; such a row becomes an orphan after a while. */
    storedAt: moment('stored_at'),
    /** Null until a product names the file; such a row becomes an orphan after a while, too. */
    namedAt: moment('named_at'),
    /** Set while a waiting edit request proposes the file: it is not an orphan, but not public either. */
    proposedAt: moment('proposed_at'),
    /** Set in the transaction that releases the file; the store follows. */
    releasedAt: moment('released_at'),
    createdAt: createdAt(),
  },
  (t) => [
    index('files_product').on(t.productId),
    index('files_released').on(t.releasedAt).where(sql`${t.releasedAt} is not null`),
    uniqueIndex('files_upload')
      .on(t.uploadedBy, t.uploadKey)
      .where(sql`${t.uploadKey} is not null and ${t.storedAt} is not null and ${t.releasedAt} is null`),
    index('files_unnamed').on(t.createdAt).where(sql`${t.namedAt} is null`),
  ],
)
