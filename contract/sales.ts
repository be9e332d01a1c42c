import { oc } from '@orpc/contract'
import { z } from 'zod'
import { page, pageOf } from '#contract/page.ts'
import { limits } from '#domain/limits.ts'
import { RejectionCode } from '#domain/rejection.ts'
import {
  OwnSalesFigureName,
  OwnSalesFigures,
  SalesFigureName,
  SalesFigures,
  SalesRange,
  SalesRow,
  SalesStep,
  TopOf,
  TopRow,
} from '#domain/sales.ts'
import { Day, Id, Moment } from '#domain/text.ts'

const step = SalesStep.default('day')
const limit = z.int().min(1).max(limits.sales.topMax).default(limits.sales.topShown)

/** The input of a report; its CSV file takes the same. */
export const SalesInput = SalesRange.extend({ step, seller_id: Id.optional() })
export const OwnSalesInput = SalesRange.extend({ step })

export const TopInput = SalesRange.extend({ of: TopOf })

/** The input of the rows behind a figure. */
export const SalesRowsInput = SalesRange.extend({
  figure: SalesFigureName,
  product_id: Id.optional(),
  seller_id: Id.optional(),
  /** Empty for lines without a category. */
  category: z
    .string()
    .max(limits.product.categoryMax * 4)
    .optional(),
})
export type SalesRowsInput = z.infer<typeof SalesRowsInput>

/** The input of the rows behind a seller's own figure. */
export const OwnSalesRowsInput = SalesRange.extend({ figure: OwnSalesFigureName, product_id: Id.optional() })
export type OwnSalesRowsInput = z.infer<typeof OwnSalesRowsInput>

const RowsPage = pageOf(SalesRow).extend({ sum: z.int() })

/** What a report contains in addition to its figures. */
const about = {
  range: SalesRange,
  /** The range of the same length right before. */
  before: SalesRange,
  /** In the marketplace's time zone. */
  today: Day,
  timeZone: z.string(),
  currency: z.string(),
}

/** Steps are cut at the ends of the range; steps without sales are included. */
const Step = SalesFigures.extend({ from: Day, to: Day })
export const SalesReport = z.object({
  ...about,
  totals: SalesFigures,
  /** Of the range before. If the range contains today, the range before ends at the same day and time (`comparedDays`). */
  totalsBefore: SalesFigures,
  steps: z.array(Step),
  stepsBefore: z.array(Step),
})
export type SalesReport = z.infer<typeof SalesReport>

const OwnStep = OwnSalesFigures.extend({ from: Day, to: Day })
export const OwnSalesReport = z.object({
  ...about,
  totals: OwnSalesFigures,
  totalsBefore: OwnSalesFigures,
  steps: z.array(OwnStep),
  stepsBefore: z.array(OwnStep),
})
export type OwnSalesReport = z.infer<typeof OwnSalesReport>

/** The decisions on products and edit requests that waited for an admin (product §5). */
export const Moderation = z.object({
  /** The days of the decisions, so that figures link to their rows even while another range is loading. */
  range: SalesRange,
  /** The current state, whatever the range; ages are those of waiting items. */
  waiting: z.object({
    products: z.int(),
    edits: z.int(),
    oldest: Moment.nullable(),
    oldestOf: z.enum(['products', 'edits']).nullable(),
    medianAgeMs: z.int().nullable(),
  }),
  /** Decisions of the range, on products and edit requests. */
  decisions: z.int(),
  approved: z.int(),
  rejected: z.int(),
  /** From submission to decision. */
  medianMs: z.int().nullable(),
  p90Ms: z.int().nullable(),
  reasons: z.array(z.object({ code: RejectionCode, count: z.int() })),
  admins: z.array(z.object({ id: Id, name: z.string(), approved: z.int(), rejected: z.int(), medianMs: z.int().nullable() })),
})
export type Moderation = z.infer<typeof Moderation>

/**
 * Sales figures (product §5), in days of TIME_ZONE. Each always equals the sum of the rows that `rows` lists for it. A range whose end lies
 * before its start, longer than `limits.sales.rangeDays`, or with more than `limits.sales.stepsMax` steps, is `invalid-argument` with its
 * field.
 */
export const sales = {
  figures: oc.input(SalesInput).output(SalesReport),
  /** The best sold by gross sales. */
  top: oc.input(TopInput.extend({ limit })).output(z.object({ rows: z.array(TopRow) })),
  /** The rows behind a figure, newest first. `sum` is that of all rows, not of the page: the figure itself. */
  rows: oc.input(SalesRowsInput.extend(page)).output(RowsPage),
  moderation: oc.input(SalesRange).output(Moderation),
  /** The sign-ups of each of the last 365 days, oldest first (spec §7). */
  signUps: oc.output(z.object({ total: z.int(), days: z.array(z.object({ day: Day, count: z.int() })) })),
  /** For the dashboard: today's figures, and yesterday's until the same time of day, which is that of `at`. */
  today: oc.output(z.object({ day: Day, at: Moment, figures: SalesFigures, yesterday: SalesFigures })),
  /** A seller's own figures. */
  own: oc.input(OwnSalesInput).output(OwnSalesReport),
  /** The rows behind a seller's own figure: their lines, and for orders the sum of these lines. */
  ownRows: oc.input(OwnSalesRowsInput.extend(page)).output(RowsPage),
  /** A seller's best sold products. */
  ownTop: oc.input(SalesRange.extend({ limit })).output(z.object({ rows: z.array(TopRow) })),
}
