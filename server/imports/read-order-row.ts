import { AppError } from '#domain/errors.ts'
import { parsePrice, priceProblems } from '#domain/money.ts'
import { NewOrder } from '#domain/order.ts'
import { lineImportColumns, type OrderImportColumn, orderImportColumns } from '#domain/order-import.ts'
import { inShape } from '#server/platform/http/errors.ts'

/** The cells of a row by column. */
export type Cells = { [Column in OrderImportColumn]?: string }

/** A row of the file with its number. */
export type OrderRow = { row: number; cells: Cells }

const wrong = (field: string, message: string) => new AppError('invalid-argument', { field, message })
const text = (cell: string | undefined) => (cell === undefined || cell.trim() === '' ? undefined : cell.trim())

/** The source of an order whose file names none. */
const fileSource = 'csv'

/** The key of an order: source and external id; null if a row has no external id. */
export const nameOf = ({ externalId, source }: Cells): string | null =>
  text(externalId) === undefined ? null : `${text(source) ?? fileSource}\n${text(externalId)}`

function amountIn(cells: Cells, field: OrderImportColumn, currency: string): number | undefined {
  const cell = text(cells[field])
  if (cell === undefined) return undefined
  const price = parsePrice(cell, currency, Number.MAX_SAFE_INTEGER)
  if (!('problem' in price)) return price.minor ?? undefined
  if (price.problem === 'zero') return 0
  throw wrong(field, priceProblems[price.problem].replace('price', 'amount'))
}

function momentIn(cells: Cells, field: 'placedAt' | 'paidAt'): string | undefined {
  const cell = text(cells[field])
  if (cell === undefined) return undefined
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/.test(cell) ? Date.parse(cell) : Number.NaN
  if (Number.isNaN(at)) throw wrong(field, 'Write the moment as 2026-01-31T12:30:00Z.')
  return new Date(at).toISOString()
}

function quantityIn(cells: Cells): number | undefined {
  const cell = text(cells.quantity)
  if (cell !== undefined && !/^-?\d{1,15}$/.test(cell)) throw wrong('quantity', 'Write the quantity as a whole number, such as 5.')
  return cell === undefined ? undefined : Number(cell)
}

const lineIn = (cells: Cells, currency: string) => ({
  product_id: text(cells.product_id),
  title: text(cells.title),
  quantity: quantityIn(cells),
  unitPrice: amountIn(cells, 'unitPrice', currency),
})

/** A refusal of one row of an order, with the number of the row. */
class WrongRow extends AppError {
  readonly row: number
  constructor(row: number, { code, field, message }: AppError) {
    super(code, { field, message })
    this.row = row
  }
}

/** The row a refusal is about: the one it names, else that of the line in its field, else the first. */
export function rowOf(error: AppError, rows: readonly OrderRow[]): { row: number; field: string | null } {
  if (error instanceof WrongRow) return { row: error.row, field: error.field ?? null }
  const [part, at, column = part] = error.field?.split('.') ?? []
  const line = part === 'lines' ? rows[Number(at)] : undefined
  const field = part === 'lines' ? (at === undefined ? null : column) : part === 'shippingAddress' ? (at ?? null) : part
  return { row: (line ?? rows[0])?.row ?? 0, field: field ?? null }
}

function inRow<Value>({ row, cells }: OrderRow, read: (cells: Cells) => Value): Value {
  try {
    return read(cells)
  } catch (error) {
    throw error instanceof AppError ? new WrongRow(row, error) : error
  }
}

/** Throws if a later row contradicts the first one about the order as a whole. */
function assertSameOrder({ cells }: OrderRow, other: OrderRow): void {
  for (const column of orderImportColumns) {
    const said = text(other.cells[column])
    if (said !== undefined && said !== text(cells[column]))
      throw new WrongRow(other.row, wrong(column, 'This is not what the first row of the same order says.'))
  }
}

/** Builds an order from its rows. Throws `invalid-argument` for the first invalid cell; `rowOf` finds its row. */
export function orderIn(rows: readonly OrderRow[], currency: string): NewOrder {
  const [first] = rows
  if (!first) throw new Error('An order of a file has no row.')
  for (const other of rows.slice(1)) assertSameOrder(first, other)
  const lines = rows.map((row) => inRow(row, (cells) => lineIn(cells, currency)))
  const whole = inRow(first, (cells) => ({
    ...{ source: text(cells.source) ?? fileSource, externalId: text(cells.externalId), currency: text(cells.currency) ?? currency },
    ...{ buyerName: text(cells.buyerName), buyerEmail: text(cells.buyerEmail), shippingAddress: addressIn(cells) },
    ...{ shipping: amountIn(cells, 'shipping', currency), tax: amountIn(cells, 'tax', currency) },
    ...{ discount: amountIn(cells, 'discount', currency), total: amountIn(cells, 'total', currency) },
    ...{ placedAt: momentIn(cells, 'placedAt'), paidAt: momentIn(cells, 'paidAt') },
  }))
  return inShape(NewOrder, { ...whole, lines })
}

const parts = ['line1', 'line2', 'postalCode', 'city', 'region', 'country'] as const

function addressIn(cells: Cells): Record<string, string> | undefined {
  const address = Object.fromEntries(parts.map((part) => [part, text(cells[part]) ?? '']))
  return parts.some((part) => address[part] !== '') ? address : undefined
}

/** The columns of a file of orders. */
export const orderColumns: readonly OrderImportColumn[] = [...orderImportColumns, ...lineImportColumns]
