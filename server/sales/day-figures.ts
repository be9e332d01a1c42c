import type { OwnSalesFigures, SalesFigures } from '#domain/sales.ts'
import { averageOrderValue, cancellationRate, netSales, refundRate, type SalesRange } from '#domain/sales-rules.ts'

/** The sums that rollups have of lines, and of whole orders. */
export type LineSums = { gross: number; orders: number; units: number; placed: number; cancelled: number }
export type Sums = LineSums & { refunds: number; shipping: number; tax: number }
export type DaySums = Sums & { day: string }

export const noSums = (): Sums => ({ gross: 0, orders: 0, units: 0, placed: 0, cancelled: 0, refunds: 0, shipping: 0, tax: 0 })

/** The figures of lines only, as sellers see them (product §5). */
export const ownFigures = ({ gross, orders, units, placed, cancelled }: LineSums): OwnSalesFigures => ({
  gross,
  orders,
  units,
  averageOrderValue: averageOrderValue(gross, orders),
  linesPlaced: placed,
  linesCancelled: cancelled,
  cancellationRate: cancellationRate(cancelled, placed),
})

export const figures = (sums: Sums): SalesFigures => ({
  ...ownFigures(sums),
  refunds: sums.refunds,
  refundRate: refundRate(sums.refunds, sums.gross),
  net: netSales(sums),
  shipping: sums.shipping,
  tax: sums.tax,
})

/** Adds up the days of each step. Steps and days are in order; days without sums are missing. */
export function sumsOf(steps: readonly SalesRange[], days: readonly DaySums[]): Sums[] {
  let at = 0
  return steps.map(({ from, to }) => {
    const sums = noSums()
    for (let day = days[at]; day && day.day <= to; day = days[++at]) if (day.day >= from) addSums(sums, day)
    return sums
  })
}

/** Adds to the first, and returns it. */
export function addSums(sums: Sums, more: Sums): Sums {
  for (const name of Object.keys(sums) as (keyof Sums)[]) sums[name] += more[name]
  return sums
}
