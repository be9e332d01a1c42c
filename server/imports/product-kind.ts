import type { ImportKind } from '#server/imports/import-kind.ts'
import { passRows } from '#server/imports/pass-rows.ts'
import { type KnownColumn, productHeader } from '#server/imports/read-header.ts'
import { type ReadRow, readRow, type Seen } from '#server/imports/read-row.ts'
import { takeBatch } from '#server/imports/take-batch.ts'

/** A seller's products (product §3). */
export const productKind: ImportKind<KnownColumn, ReadRow> = {
  header: productHeader,
  open: (app, actor, header) => {
    const seen: Seen = { named: new Set(), nameless: new Map() }
    return {
      read: (row) => readRow(actor, header, row, seen, app.config.currency),
      pass: (rows) => passRows(app, actor, rows, seen),
      take: (at, rows, tell) => takeBatch(app, actor, at, { rows, seen, tell }),
    }
  },
}
