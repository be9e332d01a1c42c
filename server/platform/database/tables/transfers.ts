import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { TransferPart } from '#domain/transfer.ts'

/**
 * Records of an export as they were imported, so that a later import changes only what was not changed here, and an export returns their
 * other fields.
 */
export const transferredRecords = pgTable(
  'transferred_records',
  {
    collection: text().$type<TransferPart>().notNull(),
    /** Its id in the export; of a message its place here, `<chatId>/<number>`; the path of a file. */
    id: text().notNull(),
    /** Its id here, where it is another: of an event, or of the support account. */
    here: text(),
    /** The record as JSON, whole; null once personal data in it was erased. A chat has its messages in records of their own. */
    record: text(),
    /** SHA-256 of what was read: the record, and what belongs to it. */
    fingerprint: text().notNull(),
    /** A hash of what was written; of another row here, the record was changed. Null for rows that nothing changes. */
    state: text(),
    /** The person was an admin there, and is one here only once an admin has made them one. */
    asksAdmin: boolean('asks_admin').notNull().default(false),
  },
  (t) => [primaryKey({ columns: [t.collection, t.id] }), index('transferred_records_admins').on(t.id).where(sql`${t.asksAdmin}`)],
)
