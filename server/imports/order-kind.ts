import { hash } from 'node:crypto'
import { adminOrderColumns } from '#domain/order-csv.ts'
import { namingColumns, type OrderImportColumn, orderFileColumns } from '#domain/order-import.ts'
import type { ImportKind } from '#server/imports/import-kind.ts'
import type { CsvRow } from '#server/imports/read-csv.ts'
import { type Header, headerReader } from '#server/imports/read-header.ts'
import { type Cells, nameOf } from '#server/imports/read-order-row.ts'
import { type Refused, refusalOf } from '#server/imports/read-row.ts'
import type { RowProblem } from '#server/imports/row-problems.ts'
import { takeOrders } from '#server/imports/take-orders.ts'
import { namesIn, textsIn } from '#server/imports/texts-in.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { refusalText } from '#server/platform/problem-texts.ts'

/** A row of a file of orders. `order` numbers the orders of the file; the rows of one order are adjacent. `about` is what the row calls its line. */
export type FileRow = { row: number; about: readonly string[]; order: number } & (
  | { kind: 'read'; cells: Cells }
  | (Refused & { cells?: Cells })
)

/** Of each list, a file has at least one column. */
const needed: readonly (readonly OrderImportColumn[])[] = [['externalId'], namingColumns, ['quantity'], ['unitPrice'], ['total']]

/** The header of a file of orders. */
export const orderHeader = headerReader<OrderImportColumn>({
  known: orderFileColumns,
  own: adminOrderColumns,
  lacks: (columns) => {
    const missing = needed.filter((any) => !any.some((column) => columns.includes(column)))
    if (missing.length === 0) return null
    return refusalText('columns-lacking', {
      missing: missing.map(([name]) => `"${name}"`).join(', '),
      columns: orderFileColumns.join(', '),
    })
  },
})

/** Orders imported by an admin (product §5). The rows of one order are adjacent and share an external id. */
export const orderKind: ImportKind<OrderImportColumn, FileRow> = {
  header: orderHeader,
  open: (app, actor, header) => {
    const names = fileNames()
    return {
      read: (row) => names(header, row),
      pass: async () => {},
      take: (at, rows, publish) => takeOrders(app, actor, at, rows, publish),
      belongsWithPrevious: (before, next) =>
        before.at(-1)?.order === next.order && before.length < limits.import.batch + limits.order.linesMax,
    }
  },
}

/** Reads rows in order and numbers their orders. An unreadable row belongs to the order around it, which is then refused. */
function fileNames(): (header: Header<OrderImportColumn>, row: CsvRow) => FileRow {
  const earlier = new Set<string>()
  let [order, current, refused]: [number, string | null, boolean] = [0, null, false]
  const begin = (name: string) => {
    const short = hash('sha1', name, 'base64')
    order += 1
    current = name
    refused = earlier.has(short)
    earlier.add(short)
  }
  return (header, csvRow) => {
    const named = { row: csvRow.row, about: namesIn(header, csvRow, ['externalId', 'title']) }
    const problems: RowProblem[] = []
    try {
      const cells = textsIn(header, csvRow, problems)
      const name = nameOf(cells)
      if (name === null) problems.push({ field: 'externalId', ...refusalText('required') })
      else if (name !== current) begin(name)
      if (name !== null && refused) problems.push({ field: 'externalId', ...refusalText('order-not-adjacent') })
      return problems.length === 0 ? { ...named, order, kind: 'read', cells } : { ...named, order, kind: 'refused', problems, cells }
    } catch (error) {
      return { ...named, order, ...refusalOf(error) }
    }
  }
}
