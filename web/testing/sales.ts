import { screen } from '@testing-library/react'
import type { OwnSalesReport, SalesReport } from '#contract/sales.ts'
import type { SalesFigures } from '#domain/sales.ts'
import { rangeBefore, stepsIn } from '#domain/sales-ranges.ts'
import type { SalesRange } from '#domain/sales-rules.ts'

/** Figures of a day without sales. */
export const noSales: SalesFigures = {
  gross: 0,
  refunds: 0,
  refundRate: null,
  net: 0,
  shipping: 0,
  tax: 0,
  orders: 0,
  units: 0,
  averageOrderValue: null,
  linesPlaced: 0,
  linesCancelled: 0,
  cancellationRate: null,
}

/** Two orders over €80.00, of which €10.00 were refunded. */
export const someSales: SalesFigures = {
  gross: 8_000,
  refunds: 1_000,
  refundRate: 0.125,
  net: 7_000,
  shipping: 980,
  tax: 1_600,
  orders: 2,
  units: 5,
  averageOrderValue: 4_000,
  linesPlaced: 4,
  linesCancelled: 1,
  cancellationRate: 0.25,
}

/** A report in which everything was sold on the last day. */
export function salesReport(range: SalesRange, totals = someSales, totalsBefore = noSales): SalesReport {
  const before = rangeBefore(range)
  const last = (days: SalesRange, of: SalesFigures) =>
    stepsIn(days, 'day').map((day) => ({ ...day, ...(day.to === days.to ? of : noSales) }))
  return {
    range,
    before,
    today: range.to,
    timeZone: 'UTC',
    currency: 'EUR',
    totals,
    totalsBefore,
    steps: last(range, totals),
    stepsBefore: last(before, totalsBefore),
  }
}

/** The same report as a seller gets it. */
export function ownReport(range: SalesRange): OwnSalesReport {
  const own = <Figures extends SalesFigures>({ refunds, refundRate, net, shipping, tax, ...rest }: Figures) => rest
  const { totals, totalsBefore, steps, stepsBefore, ...about } = salesReport(range)
  return { ...about, totals: own(totals), totalsBefore: own(totalsBefore), steps: steps.map(own), stepsBefore: stepsBefore.map(own) }
}

/** A report in which nothing waits and nothing was decided. */
export const noReview = {
  range: { from: '2026-11-01', to: '2026-11-03' },
  waiting: { products: 0, edits: 0, oldest: null, oldestOf: null, medianAgeMs: null },
  decisions: 0,
  approved: 0,
  rejected: 0,
  medianMs: null,
  p90Ms: null,
  reasons: [],
  admins: [],
}

/** The place of a figure; found by its text, because a query by name takes jsdom seconds on a whole screen. */
export async function figureOf(name: string): Promise<HTMLElement> {
  const places = (await screen.findAllByText(name)).map((label) => label.closest<HTMLElement>('[role=group]'))
  const place = places.find((one) => one !== null)
  if (!place) throw new Error(`No figure is called ${name}.`)
  return place
}
