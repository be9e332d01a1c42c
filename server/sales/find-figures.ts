import type { OwnSalesReport, SalesReport } from '#contract/sales.ts'
import type { SalesFigures } from '#domain/sales.ts'
import { addDays, daysIn, rangeBefore, type SalesRange, type SalesStep, stepsIn } from '#domain/sales-rules.ts'
import type { Actor } from '#domain/user.ts'
import type { App } from '#server/platform/app.ts'
import { assertRange } from '#server/sales/assert-range.ts'
import { figures, ownFigures, type Sums, sumsOf } from '#server/sales/day-figures.ts'
import { readDays, readToday, type ShareOf } from '#server/sales/read-days.ts'

type Asked = SalesRange & { step: SalesStep }

/**
 * Returns the figures of a range, step by step, and of the range of equal length before it (product §5); with `seller_id` those of the
 * seller's lines, without refunds, shipping and tax. Throws `invalid-argument` for a reversed or too long range.
 */
export const findFigures = (app: App, { seller_id, ...asked }: Asked & { seller_id?: string | undefined }): Promise<SalesReport> =>
  report(app, asked, figures, seller_id === undefined ? undefined : { of: 'seller', id: seller_id })

/** The same for a seller's own lines. */
export const findOwnFigures = (app: App, { id }: Pick<Actor, 'id'>, asked: Asked): Promise<OwnSalesReport> =>
  report(app, asked, ownFigures, { of: 'seller', id })

async function report<Figures>(app: App, { step, from, to }: Asked, figuresOf: (sums: Sums) => Figures, share: ShareOf | undefined) {
  const range = { from, to }
  assertRange(range, step)
  const before = rangeBefore(range)
  const [days, today] = await Promise.all([readDays(app, { from: before.from, to }, share), readToday(app)])
  const figuresPerStep = (steps: SalesRange[]) => sumsOf(steps, days).map((sums, at) => ({ ...figuresOf(sums), from, to, ...steps[at] }))
  const total = (whole: SalesRange) => figuresOf(sumsOf([whole], days)[0] as Sums)
  const { timeZone, currency } = app.config
  const steps = stepsIn(range, step)
  return {
    ...{ range, before, today, timeZone, currency, totals: total(range), totalsBefore: total(before) },
    ...{ steps: figuresPerStep(steps), stepsBefore: figuresPerStep(steps.map((one) => earlier(one, daysIn(range)))) },
  }
}

/** Each step is compared with one of the same number of days, whatever the calendar: a month of 31 days with the 31 days before. */
function earlier({ from, to }: SalesRange, days: number): SalesRange {
  const first = addDays(from, -days)
  return { from: first, to: to === from ? first : addDays(to, -days) }
}

/** Returns the figures of today and yesterday, for the dashboard. */
export async function findToday(app: App): Promise<{ day: string; figures: SalesFigures; yesterday: SalesFigures }> {
  const day = await readToday(app)
  const yesterday = addDays(day, -1)
  const days = await readDays(app, { from: yesterday, to: day })
  const [before, now] = sumsOf(
    [yesterday, day].map((one) => ({ from: one, to: one })),
    days,
  ) as [Sums, Sums]
  return { day, figures: figures(now), yesterday: figures(before) }
}
