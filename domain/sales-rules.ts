/* Separate from the shapes of `sales.ts`, for screens that do not load them (like `order-rules.ts`). */

/** The kinds of ledger entries (product §5): lines placed, paid and cancelled, refunds, shipping, tax. */
export const salesKinds = ['placed-line', 'paid-line', 'cancelled-line', 'refund', 'shipping', 'tax'] as const
export type SalesKind = (typeof salesKinds)[number]

export const salesSteps = ['day', 'week', 'month'] as const
export type SalesStep = (typeof salesSteps)[number]

export const topsOf = ['products', 'sellers', 'categories'] as const
export type TopOf = (typeof topsOf)[number]

/** The figures that open rows of the ledger. */
export const salesFigureNames = ['gross', 'refunds', 'net', 'shipping', 'tax', 'orders', 'units', 'linesPlaced', 'linesCancelled'] as const
export type SalesFigureName = (typeof salesFigureNames)[number]

/** The figures of lines, which sellers see for their own. */
export const ownSalesFigureNames = [
  'gross',
  'orders',
  'units',
  'linesPlaced',
  'linesCancelled',
] as const satisfies readonly SalesFigureName[]
export type OwnSalesFigureName = (typeof ownSalesFigureNames)[number]

/** Days of the marketplace's time zone, both included. */
export type SalesRange = { from: string; to: string }

export const dayMs = 24 * 60 * 60 * 1000
/** A day as a number, counted from 1970 in UTC, which has no daylight saving time. */
export const numberOf = (day: string) => Date.parse(`${day}T00:00:00Z`) / dayMs
/** The day of such a number. */
export const dayOf = (number: number) => new Date(number * dayMs).toISOString().slice(0, 10)

export const addDays = (day: string, days: number): string => dayOf(numberOf(day) + days)

/** The number of days in a range. */
export const daysIn = ({ from, to }: SalesRange): number => numberOf(to) - numberOf(from) + 1

/** Gross sales divided by orders, rounded half up; exact even for amounts too high for floating point. Null without orders. */
export function averageOrderValue(gross: number, orders: number): number | null {
  if (orders === 0) return null
  const doubled = 2n * BigInt(gross) + BigInt(orders)
  const by = 2n * BigInt(orders)
  const cut = doubled / by
  return Number(doubled < 0n && doubled % by !== 0n ? cut - 1n : cut)
}

/** Lines cancelled as a share of the lines placed. Null without lines. */
export const cancellationRate = (cancelled: number, placed: number): number | null => (placed === 0 ? null : cancelled / placed)

/** Refunds as a share of gross sales. Null unless these are above zero. */
export const refundRate = (refunds: number, gross: number): number | null => (gross > 0 ? refunds / gross : null)

/** Gross sales less refunds. */
export const netSales = ({ gross, refunds }: { gross: number; refunds: number }): number => gross - refunds
