import { addressColumns, type OrderImportColumn, orderFileColumns, orderImportColumns } from '#domain/order-import.ts'
import { type LineStatus, lineStatuses } from '#domain/order-rules.ts'
import { parsePrice } from '#domain/parse-price.ts'
import { type IdsBySku, namingColumnOf, productIn, text } from '#server/imports/named-products.ts'
import { attempt, type RowProblem, wrongCell } from '#server/imports/row-problems.ts'
import { refusalText } from '#server/platform/problem-texts.ts'

/** The cells of a row by column. */
export type Cells = { [Column in OrderImportColumn]?: string }

/** A row of the file with its number. */
export type OrderRow = { row: number; cells: Cells }

/** The source of an order whose file names none. */
const fileSource = 'csv'

/** The name of an order, as a row has it. */
export const namedIn = ({ source, externalId }: Cells) => ({ source: text(source) ?? fileSource, externalId: text(externalId) })

/** That name as a key; null if a row has no external id. */
export function nameOf(cells: Cells): string | null {
  const { source, externalId } = namedIn(cells)
  return externalId === undefined ? null : `${source}\n${externalId}`
}

function amountIn(cells: Cells, field: OrderImportColumn, currency: string): number | undefined {
  const cell = text(cells[field])
  if (cell === undefined) return undefined
  const price = parsePrice(cell, currency, Number.MAX_SAFE_INTEGER)
  if (!('problem' in price)) return price.minor ?? undefined
  if (price.problem === 'zero' && /[-−]/.test(cell)) throw wrongCell(field, refusalText('amount-negative'))
  if (price.problem === 'zero') return 0
  throw wrongCell(field, refusalText('cell-price', { problem: price.problem, of: 'amount' }))
}

function momentIn(cells: Cells, field: 'placedAt' | 'paidAt'): string | undefined {
  const cell = text(cells[field])
  if (cell === undefined) return undefined
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/.test(cell) ? Date.parse(cell) : Number.NaN
  if (Number.isNaN(at)) throw wrongCell(field, refusalText('cell-moment'))
  return new Date(at).toISOString()
}

function quantityIn(cells: Cells): number | undefined {
  const cell = text(cells.quantity)
  if (cell !== undefined && !/^-?\d{1,15}$/.test(cell)) throw wrongCell('quantity', refusalText('cell-whole-number', { field: 'quantity' }))
  return cell === undefined ? undefined : Number(cell)
}

/** Adds a problem of a row. */
export type Note = (row: number, problems: readonly RowProblem[]) => void

/** Reads cells of a row one by one: an invalid one is noted and left out. */
function readerOf({ row, cells }: OrderRow, note: Note) {
  return <Value>(read: (cells: Cells) => Value): Value | undefined => {
    const problems: RowProblem[] = []
    const value = attempt(problems, () => read(cells))
    note(row, problems)
    return value
  }
}

function statusIn(cells: Cells): LineStatus {
  const cell = text(cells.lineStatus)?.toLowerCase() ?? 'open'
  const status = lineStatuses.find((known) => known === cell)
  if (status === undefined) throw wrongCell('lineStatus', refusalText('cell-line-status'))
  if (status === 'open' && (text(cells.carrier) ?? text(cells.tracking)) !== undefined)
    throw wrongCell('lineStatus', refusalText('line-not-shipped'))
  return status
}

function lineIn(row: OrderRow, { currency, bySku }: Reading, note: Note) {
  const read = readerOf(row, note)
  const { title, carrier, tracking } = row.cells
  return {
    product_id: read((cells) => productIn(cells, bySku)),
    title: text(title),
    status: read(statusIn),
    carrier: text(carrier),
    tracking: text(tracking),
    quantity: read(quantityIn),
    unitPrice: read((cells) => amountIn(cells, 'unitPrice', currency)),
  }
}

function wholeIn(first: OrderRow, currency: string, note: Note) {
  const read = readerOf(first, note)
  const { cells } = first
  const amount = (field: OrderImportColumn) => read((of) => amountIn(of, field, currency))
  return {
    ...namedIn(cells),
    currency: text(cells.currency) ?? currency,
    buyerName: text(cells.buyerName),
    buyerEmail: text(cells.buyerEmail),
    shippingAddress: addressIn(cells),
    shipping: amount('shipping'),
    tax: amount('tax'),
    discount: amount('discount'),
    total: amount('total'),
    placedAt: read((of) => momentIn(of, 'placedAt')),
    paidAt: read((of) => momentIn(of, 'paidAt')),
  }
}

/** The row and column that a problem of an order is about: that of the line in its field, else the first row. A product is where the row names it. */
export function cellOf(field: string | null, rows: readonly OrderRow[]): { row: number; field: string | null } {
  const [part, at, column = part] = field?.split('.') ?? []
  const line = part === 'lines' ? rows[Number(at)] : undefined
  const columnOf = column === 'status' ? 'lineStatus' : column === 'product_id' && line ? namingColumnOf(line.cells) : column
  const named = part === 'lines' ? (at === undefined ? null : columnOf) : part === 'shippingAddress' ? (at ?? null) : part
  return { row: (line ?? rows[0])?.row ?? 0, field: named ?? null }
}

/** Whether the cell of a problem is empty. */
export const isEmpty = (rows: readonly OrderRow[], at: number, field: string | null): boolean =>
  orderFileColumns.some((column) => column === field && text(rows.find(({ row }) => row === at)?.cells[column]) === undefined)

/** Notes where a later row of the order contradicts the first one about the order as a whole. */
function compareRows({ cells }: OrderRow, others: readonly OrderRow[], note: Note): void {
  for (const other of others) {
    for (const field of orderImportColumns) {
      const given = nameOf(other.cells) === null ? undefined : text(other.cells[field])
      if (given !== undefined && given !== text(cells[field])) note(other.row, [{ field, ...refusalText('cell-contradicts') }])
    }
  }
}

type Reading = { currency: string; bySku: IdsBySku }

/** Builds an order from its rows, which may be invalid, and notes the cells that cannot be read. */
export function orderIn(rows: readonly OrderRow[], reading: Reading, note: Note) {
  const [first, ...others] = rows
  if (!first) throw new Error('An order of a file has no row.')
  compareRows(first, others, note)
  return { ...wholeIn(first, reading.currency, note), lines: rows.map((row) => lineIn(row, reading, note)) }
}

function addressIn(cells: Cells): Record<string, string> | undefined {
  const parts = addressColumns.flatMap((part) => {
    const written = text(cells[part])
    return written === undefined ? [] : [[part, written] as const]
  })
  return parts.length > 0 ? Object.fromEntries(parts) : undefined
}
