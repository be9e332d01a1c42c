import type { Actor } from '#domain/user.ts'
import type { ImportRecord } from '#server/imports/import-row.ts'
import type { CsvRow } from '#server/imports/read-csv.ts'
import type { Header, HeaderReader } from '#server/imports/read-header.ts'
import type { App } from '#server/platform/app.ts'

/** What the rows of a file become, on this node: they are read one after the other and taken in batches. */
export type Rows<Row> = {
  read: (row: CsvRow) => Row
  /** Rows that were taken before, perhaps by another node, are only noted. */
  pass: (rows: readonly Row[]) => Promise<void>
  /** Takes rows with what becomes of them in one transaction; a dry run only looks. Returns the import as it stands. */
  take: (at: ImportRecord, rows: readonly Row[], tell: boolean) => Promise<ImportRecord>
  /** True where the next row is taken together with those before it. */
  goesOn?: (before: readonly Row[], next: Row) => boolean
}

/** A kind of files: which columns they have, and what becomes of their rows. */
export type ImportKind<Column extends string, Row> = {
  header: HeaderReader<Column>
  open: (app: App, actor: Actor, header: Header<Column>) => Rows<Row>
}
