import type { Actor } from '#domain/user.ts'
import type { ImportRow } from '#server/imports/import-row.ts'
import type { CsvRow } from '#server/imports/read-csv.ts'
import type { Header, HeaderReader } from '#server/imports/read-header.ts'
import type { App } from '#server/platform/app.ts'

/** What a node does with the rows of one file: it reads them in order and takes them in batches. */
export type Rows<Row> = {
  read: (row: CsvRow) => Row
  /** Rows that were taken before, perhaps by another node, are only noted. */
  pass: (rows: readonly Row[]) => Promise<void>
  /** Takes rows in one transaction and records their outcomes; a dry run writes nothing. Returns the import's new row. */
  take: (at: ImportRow, rows: readonly Row[], publish: boolean) => Promise<ImportRow>
  /** True if the next row has to be in the batch of the rows before it. */
  belongsWithPrevious?: (before: readonly Row[], next: Row) => boolean
}

/** A kind of files: its columns, and what happens to its rows. */
export type ImportKind<Column extends string, Row> = {
  header: HeaderReader<Column>
  open: (app: App, actor: Actor, header: Header<Column>) => Rows<Row>
}
