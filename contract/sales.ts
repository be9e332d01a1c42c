import { oc } from '@orpc/contract'
import { z } from 'zod'
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

/** What figures are asked with; a CSV file takes the same. */
export const SalesAsked = SalesRange.extend({ step, seller_id: Id.optional() })
export const OwnSalesAsked = SalesRange.extend({ step })

export const TopAsked = SalesRange.extend({ of: TopOf })

/** Which rows a figure is made of. */
export const SalesRowsAsked = SalesRange.extend({
  figure: SalesFigureName,
  product_id: Id.optional(),
  seller_id: Id.optional(),
  /** Empty for lines without one. */
  category: z
    .string()
    .max(limits.product.categoryMax * 4)
    .optional(),
})
export type SalesRowsAsked = z.infer<typeof SalesRowsAsked>

/** The same of a seller's own lines. */
export const OwnSalesRowsAsked = SalesRange.extend({ figure: OwnSalesFigureName, product_id: Id.optional() })
export type OwnSalesRowsAsked = z.infer<typeof OwnSalesRowsAsked>

const page = { cursor: z.string().max(2_000).optional(), limit: z.int().min(1).max(limits.page.sizeMax).default(limits.page.size) }
const RowsPage = z.object({ rows: z.array(SalesRow), next: z.string().nullable(), sum: z.int() })

/** What stands beside the figures of a report. */
const about = {
  range: SalesRange,
  /** The range of the same length right before. */
  before: SalesRange,
  /** By the marketplace's time zone. */
  today: Day,
  timeZone: z.string(),
  currency: z.string(),
}

/** Steps are cut at the range's ends; every one is told, also where nothing was sold. */
const Step = SalesFigures.extend({ from: Day, to: Day })
export const SalesReport = z.object({
  ...about,
  totals: SalesFigures,
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

/** What became of products and edit requests that waited for an admin (product §5). */
export const Moderation = z.object({
  /** The days that the decisions are of, so that figures lead to their rows also while others are asked for. */
  range: SalesRange,
  /** By now, whatever the range; ages are those of what waits. */
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
  /** From the moment it was submitted to the decision. */
  medianMs: z.int().nullable(),
  p90Ms: z.int().nullable(),
  reasons: z.array(z.object({ code: RejectionCode, count: z.int() })),
  admins: z.array(z.object({ id: Id, name: z.string(), approved: z.int(), rejected: z.int(), medianMs: z.int().nullable() })),
})
export type Moderation = z.infer<typeof Moderation>

/**
 * Sales figures (product §5), in days of TIME_ZONE. Each equals the sum of the rows that `rows` lists for it, at every moment. A range that is turned
 * round, longer than `limits.sales.rangeDays`, or longer than `limits.sales.stepsMax` where it is asked day by day, is `invalid-argument` with its field.
 */
export const sales = {
  figures: oc.input(SalesAsked).output(SalesReport),
  /** The best sold by gross sales. */
  top: oc.input(TopAsked.extend({ limit })).output(z.object({ rows: z.array(TopRow) })),
  /** What a figure is made of, newest first. `sum` is that of all rows, not of the page: the figure itself. */
  rows: oc.input(SalesRowsAsked.extend(page)).output(RowsPage),
  moderation: oc.input(SalesRange).output(Moderation),
  /** Who registered on each of the last 365 days, oldest first (spec §7). */
  signUps: oc.output(z.object({ total: z.int(), days: z.array(z.object({ day: Day, count: z.int() })) })),
  /** For the dashboard. */
  today: oc.output(z.object({ day: Day, figures: SalesFigures, yesterday: SalesFigures })),
  /** A seller's own figures. */
  own: oc.input(OwnSalesAsked).output(OwnSalesReport),
  /** What a seller's own figure is made of: his lines, and of an order what his lines came to. */
  ownRows: oc.input(OwnSalesRowsAsked.extend(page)).output(RowsPage),
  /** A seller's best sold products. */
  ownTop: oc.input(SalesRange.extend({ limit })).output(z.object({ rows: z.array(TopRow) })),
}
