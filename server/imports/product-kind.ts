import { passRows } from '#server/imports/existing-products.ts'
import type { ImportKind } from '#server/imports/import-kind.ts'
import type { Earlier } from '#server/imports/product-index.ts'
import { type KnownColumn, productHeader } from '#server/imports/read-header.ts'
import { type ReadRow, readRow } from '#server/imports/read-row.ts'
import { takeBatch } from '#server/imports/take-batch.ts'

/** Products imported by a seller (product §3). */
export const productKind: ImportKind<KnownColumn, ReadRow> = {
  header: productHeader,
  open: (app, actor, header) => {
    const earlier: Earlier = { named: new Set(), nameless: new Map() }
    return {
      read: (row) => readRow(actor, header, row, earlier, app.config.currency),
      pass: (rows) => passRows(app, actor, rows, earlier),
      take: (at, rows, publish) => takeBatch(app, actor, at, { rows, earlier, publish }),
    }
  },
}
