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
 * The figures of a range, step by step, beside the range before of the same length (product §5); with a seller those of his lines, which know no
 * refunds, shipping and tax. Throws `invalid-argument` for a range that is turned round or too long.
 */
export const findFigures = (app: App, { seller_id, ...asked }: Asked & { seller_id?: string | undefined }): Promise<SalesReport> =>
  report(app, asked, figures, seller_id === undefined ? undefined : { of: 'seller', id: seller_id })

/** The same of a seller's own lines. */
export const findOwnFigures = (app: App, { id }: Pick<Actor, 'id'>, asked: Asked): Promise<OwnSalesReport> =>
  report(app, asked, ownFigures, { of: 'seller', id })

async function report<Told>(app: App, { step, from, to }: Asked, tell: (sums: Sums) => Told, share: ShareOf | undefined) {
  const range = { from, to }
  assertRange(range, step)
  const before = rangeBefore(range)
  const [days, today] = await Promise.all([readDays(app, { from: before.from, to }, share), readToday(app)])
  const told = (steps: SalesRange[]) => sumsOf(steps, days).map((sums, at) => ({ ...tell(sums), from, to, ...steps[at] }))
  const total = (whole: SalesRange) => tell(sumsOf([whole], days)[0] as Sums)
  const { timeZone, currency } = app.config
  const steps = stepsIn(range, step)
  return {
    ...{ range, before, today, timeZone, currency, totals: total(range), totalsBefore: total(before) },
    ...{ steps: told(steps), stepsBefore: told(steps.map((one) => earlier(one, daysIn(range)))) },
  }
}

/** Each step stands beside one of the same length, whatever the calendar calls it: a month of 31 days beside the 31 days before. */
function earlier({ from, to }: SalesRange, days: number): SalesRange {
  const first = addDays(from, -days)
  return { from: first, to: to === from ? first : addDays(to, -days) }
}

/** The figures of today and yesterday, for the dashboard. */
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
