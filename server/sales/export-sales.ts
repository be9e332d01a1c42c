import type { Moderation, OwnSalesRowsInput, SalesRowsInput } from '#contract/sales.ts'
import { type Cell, csvLine } from '#domain/csv.ts'
import { priceText } from '#domain/money.ts'
import type { OwnSalesFigures, SalesFigures, SalesRow, TopRow } from '#domain/sales.ts'
import type { SalesRange } from '#domain/sales-rules.ts'
import type { Actor } from '#domain/user.ts'
import type { App } from '#server/platform/app.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { listOwnSalesRows, listSalesRows, ownShareAsked, shareAsked } from '#server/sales/list-sales-rows.ts'
import { assertActive } from '#server/sessions/still-active.ts'

type Columns<Row> = Record<string, (row: Row, currency: string) => Cell>

const span: Columns<SalesRange> = { from: ({ from }) => from, to: ({ to }) => to }
const counted = (value: number | null): Cell => (value === null ? '' : { number: String(value) })
const money = (minor: number | null, currency: string): Cell => ({ number: priceText(minor, currency) })

const ofLines: Columns<OwnSalesFigures> = {
  gross: ({ gross }, currency) => money(gross, currency),
  orders: ({ orders }) => counted(orders),
  units: ({ units }) => counted(units),
  averageOrderValue: ({ averageOrderValue }, currency) => money(averageOrderValue, currency),
  linesPlaced: ({ linesPlaced }) => counted(linesPlaced),
  linesCancelled: ({ linesCancelled }) => counted(linesCancelled),
  cancellationRate: ({ cancellationRate }) => counted(cancellationRate),
}

const amounts = ['refunds', 'net', 'shipping', 'tax'] as const
const ofOrders: Columns<SalesFigures> = {
  ...Object.fromEntries(amounts.map((name) => [name, (row: SalesFigures, currency: string) => money(row[name], currency)])),
  refundRate: ({ refundRate }) => counted(refundRate),
}
const currency: Columns<unknown> = { currency: (_, code) => code }

/** The columns of the figures of each step, amounts in major units; for sellers without those of whole orders. */
export const figureColumns: Columns<SalesFigures & SalesRange> = { ...span, ...ofLines, ...ofOrders, ...currency }
export const ownFigureColumns: Columns<OwnSalesFigures & SalesRange> = { ...span, ...ofLines, ...currency }

export const topColumns: Columns<TopRow> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  sellerName: ({ seller }) => seller?.name ?? '',
  sellerShop: ({ seller }) => seller?.shopName ?? '',
  gross: ({ gross }, code) => money(gross, code),
  units: ({ units }) => counted(units),
  orders: ({ orders }) => counted(orders),
  ...currency,
}

export const signUpColumns: Columns<{ day: string; count: number }> = { day: ({ day }) => day, signUps: ({ count }) => counted(count) }

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

export const decidedColumns: Columns<Decided> = {
  of: ({ of }) => of,
  id: ({ id = '' }) => id,
  name: ({ name = '' }) => name,
  approved: ({ approved = null }) => counted(approved),
  rejected: ({ rejected }) => counted(rejected),
  medianMs: ({ medianMs = null }) => counted(medianMs),
  p90Ms: ({ p90Ms = null }) => counted(p90Ms),
}

const rowColumns: Columns<SalesRow> = {
  at: ({ at }) => at,
  day: ({ day }) => day,
  kind: ({ kind }) => kind,
  orderNumber: ({ orderNumber }) => orderNumber,
  title: ({ title }) => title ?? '',
  seller_id: ({ seller_id }) => seller_id ?? '',
  sellerName: ({ seller }) => seller?.name ?? '',
  sellerShop: ({ seller }) => seller?.shopName ?? '',
  category: ({ category }) => category ?? '',
  amount: ({ amount }, code) => money(amount, code),
  units: ({ units }) => counted(units),
  ...currency,
}

/** Sellers need no column with their own name. */
const { seller_id: _, sellerName: __, sellerShop: ___, ...ownRowColumns } = rowColumns

const linesOf = <Row>(columns: Columns<Row>, rows: readonly Row[], code: string): string =>
  rows.map((row) => csvLine(Object.values(columns).map((column) => column(row, code)))).join('')

/** Exports a short table as CSV. */
export async function* exportTable<Row>(app: App, columns: Columns<Row>, rows: readonly Row[]): AsyncGenerator<string> {
  yield csvLine(Object.keys(columns))
  if (rows.length > 0) yield linesOf(columns, rows, app.config.currency)
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
  let header = csvLine(Object.keys(columns))
  for (let cursor: string | undefined; ; ) {
    await assertActive(app, actor)
    const { rows, next } = await list({ cursor, limit: limits.export.page })
    yield header + linesOf(columns, rows, app.config.currency)
    header = ''
    if (next === null) return
    cursor = next
  }
}
