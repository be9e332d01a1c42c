import type { OwnSalesReport, SalesReport } from '#contract/sales.ts'
import type { SalesFigures } from '#domain/sales.ts'
import { comparedDays, rangeBefore, stepsIn } from '#domain/sales-ranges.ts'
import { addDays, daysIn, type SalesRange, type SalesStep } from '#domain/sales-rules.ts'
import type { Actor } from '#domain/user.ts'
import type { App } from '#server/platform/app.ts'
import { assertRange } from '#server/sales/assert-range.ts'
import { figures, ownFigures, type Sums, sumsOf } from '#server/sales/day-figures.ts'
import { sumsUntil } from '#server/sales/day-until.ts'
import { readDays, readNow, type ShareOf } from '#server/sales/read-days.ts'

type Asked = SalesRange & { step: SalesStep }

/**
 * Returns the figures of a range, step by step, and of the range of equal length before it (product §5); with `seller_id` those of the
 * seller's lines, without refunds, shipping and tax. Throws `invalid-argument` for a reversed or too long range.
 */
export const findFigures = (app: App, { seller_id, ...asked }: Asked & { seller_id?: string | undefined }): Promise<SalesReport> =>
  seller_id === undefined ? report(app, asked, figures, undefined) : report(app, asked, figuresOfLines, { of: 'seller', id: seller_id })

/** Lines alone have no refunds, so a rate of them would be wrong. */
const figuresOfLines = (sums: Sums): SalesFigures => ({ ...figures(sums), refundRate: null })

/** The same for a seller's own lines. */
export const findOwnFigures = (app: App, { id }: Pick<Actor, 'id'>, asked: Asked): Promise<OwnSalesReport> =>
  report(app, asked, ownFigures, { of: 'seller', id })

async function report<Figures>(app: App, { step, from, to }: Asked, figuresOf: (sums: Sums) => Figures, share: ShareOf | undefined) {
  const range = { from, to }
  assertRange(range, step)
  const before = rangeBefore(range)
  const [days, { day: today, at }] = await Promise.all([readDays(app, { from: before.from, to }, share), readNow(app)])
  const { soFar, ...compared } = comparedDays(range, today)
  const daysBefore = soFar
    ? [...days.filter(({ day }) => day < compared.to), { day: compared.to, ...(await sumsUntil(app, compared.to, at, share)) }]
    : days
  const figuresPerStep = (steps: SalesRange[]) => sumsOf(steps, days).map((sums, at) => ({ ...figuresOf(sums), from, to, ...steps[at] }))
  const total = (whole: SalesRange, of: typeof days) => figuresOf(sumsOf([whole], of)[0] as Sums)
  const { timeZone, currency } = app.config
  const steps = stepsIn(range, step)
  return {
    range,
    before,
    today,
    timeZone,
    currency,
    totals: total(range, days),
    totalsBefore: total(before, daysBefore),
    steps: figuresPerStep(steps),
    stepsBefore: figuresPerStep(steps.map((one) => earlier(one, daysIn(range)))),
  }
}

/** Each step is compared with one of the same number of days, whatever the calendar: a month of 31 days with the 31 days before. */
function earlier({ from, to }: SalesRange, days: number): SalesRange {
  const first = addDays(from, -days)
  return { from: first, to: to === from ? first : addDays(to, -days) }
}

/** Returns today's figures, and yesterday's until the same time of day, for the dashboard (product §5). */
export async function findToday(app: App): Promise<{ day: string; at: string; figures: SalesFigures; yesterday: SalesFigures }> {
  const { at, day } = await readNow(app)
  const range = { from: day, to: day }
  const [days, before] = await Promise.all([readDays(app, range), sumsUntil(app, addDays(day, -1), at)])
  return { day, at, figures: figures(sumsOf([range], days)[0] as Sums), yesterday: figures(before) }
}
