import type { Moderation, OwnSalesRowsInput, SalesRowsInput } from '#contract/sales.ts'
import { amounts, type Columns, csvOf, currency, numbers, texts } from '#domain/csv-columns.ts'
import type { OwnSalesFigures, SalesFigures, SalesRow, TopRow } from '#domain/sales.ts'
import type { SalesRange } from '#domain/sales-rules.ts'
import type { Actor } from '#domain/user.ts'
import type { App } from '#server/platform/app.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { listOwnSalesRows, listSalesRows, ownShareAsked, shareAsked } from '#server/sales/list-sales-rows.ts'
import { assertActive } from '#server/sessions/still-active.ts'

const span = texts('from', 'to')
const ofLines = {
  ...amounts('gross'),
  ...numbers('orders', 'units'),
  ...amounts('averageOrderValue'),
  ...numbers('linesPlaced', 'linesCancelled', 'cancellationRate'),
}
const ofOrders = { ...amounts('refunds', 'net', 'shipping', 'tax'), ...numbers('refundRate') }
const ofSeller: Columns<Pick<TopRow, 'seller'>> = {
  sellerName: ({ seller }) => seller?.name ?? '',
  sellerShop: ({ seller }) => seller?.shopName ?? '',
}

/** The columns of the figures of each step; for sellers without those of whole orders. */
export const figureColumns: Columns<SalesFigures & SalesRange> = { ...span, ...ofLines, ...ofOrders, ...currency }
export const ownFigureColumns: Columns<OwnSalesFigures & SalesRange> = { ...span, ...ofLines, ...currency }

export const topColumns: Columns<TopRow> = {
  ...texts('id', 'name'),
  ...ofSeller,
  ...amounts('gross'),
  ...numbers('units', 'orders'),
  ...currency,
}

export const signUpColumns: Columns<{ day: string; count: number }> = {
  ...texts('day'),
  signUps: ({ count }) => ({ number: String(count) }),
}

type Decided = {
  of: string
  id?: string
  name?: string
  approved?: number
  rejected: number
  medianMs?: number | null
  p90Ms?: number | null
}

/** All decisions, those for each reason, and those of each admin. */
export const decidedIn = ({ reasons, admins, ...all }: Moderation): Decided[] => [
  { of: 'all', ...all },
  ...reasons.map(({ code, count }) => ({ of: 'reason', id: code, rejected: count })),
  ...admins.map((admin) => ({ of: 'admin', ...admin })),
]

export const decidedColumns: Columns<Decided> = { ...texts('of', 'id', 'name'), ...numbers('approved', 'rejected', 'medianMs', 'p90Ms') }

const itsColumns = texts('at', 'day', 'kind', 'orderNumber', 'title')
const sums = { ...texts('category'), ...amounts('amount'), ...numbers('units'), ...currency }
const rowColumns: Columns<SalesRow> = { ...itsColumns, ...texts('seller_id'), ...ofSeller, ...sums }
/** Sellers need no column with their own name. */
const ownRowColumns: Columns<SalesRow> = { ...itsColumns, ...sums }

/** Exports a short table as CSV. */
export async function* exportTable<Row>(app: App, columns: Columns<Row>, rows: readonly Row[]): AsyncGenerator<string> {
  const { header, lineOf } = csvOf(columns)
  yield header
  if (rows.length > 0) yield rows.map((row) => lineOf(row, app.config.currency)).join('')
}

/**
 * Exports the rows of a figure as CSV, newest first, page by page at the speed of the client, so memory stays flat. Throws as
 * `listSalesRows` does, and as `assertActive` if the actor loses access meanwhile.
 */
export function exportSalesRows(app: App, actor: Actor, asked: SalesRowsInput): AsyncGenerator<string> {
  shareAsked(asked)
  return writeRows(app, actor, rowColumns, (place) => listSalesRows(app, { ...asked, ...place }))
}

/** The same for a seller's own lines. */
export function exportOwnSalesRows(app: App, actor: Actor, asked: OwnSalesRowsInput): AsyncGenerator<string> {
  ownShareAsked(actor, asked)
  return writeRows(app, actor, ownRowColumns, (place) => listOwnSalesRows(app, actor, { ...asked, ...place }))
}

type Place = { cursor: string | undefined; limit: number }

async function* writeRows(
  app: App,
  actor: Actor,
  columns: Columns<SalesRow>,
  list: (place: Place) => Promise<{ rows: SalesRow[]; next: string | null }>,
): AsyncGenerator<string> {
  const { header, lineOf } = csvOf(columns)
  let head = header
  for (let cursor: string | undefined; ; ) {
    await assertActive(app, actor)
    const { rows, next } = await list({ cursor, limit: limits.export.page })
    yield head + rows.map((row) => lineOf(row, app.config.currency)).join('')
    head = ''
    if (next === null) return
    cursor = next
  }
}
