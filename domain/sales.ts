import { z } from 'zod'
import { Person } from '#domain/person.ts'
import { ownSalesFigureNames, salesFigureNames, salesKinds, salesSteps, topsOf } from '#domain/sales-rules.ts'
import { Day, Id, Moment } from '#domain/text.ts'

/** Weeks begin on Monday (ISO 8601). */
export const SalesStep = z.enum(salesSteps)
export const TopOf = z.enum(topsOf)
export const SalesFigureName = z.enum(salesFigureNames)
export const OwnSalesFigureName = z.enum(ownSalesFigureNames)

/** Days of the marketplace's time zone, both included. */
export const SalesRange = z.object({ from: Day, to: Day })

/**
 * A seller's figures of their own lines, without refunds, shipping and tax, which belong to whole orders (product §5). Amounts in minor
 * units.
 */
export const OwnSalesFigures = z.object({
  gross: z.int(),
  /** Orders paid. */
  orders: z.int(),
  /** Of paid orders. A later cancellation takes its units away on the day of the cancellation, as in gross sales. */
  units: z.int(),
  /** Gross sales divided by orders, rounded half up; null without orders. */
  averageOrderValue: z.int().nullable(),
  linesPlaced: z.int(),
  /** Lines cancelled in the range, whenever they were placed. */
  linesCancelled: z.int(),
  /** `linesCancelled` divided by `linesPlaced`, so above 1 if older lines were cancelled; null if no line was placed. */
  cancellationRate: z.number().nullable(),
})
export type OwnSalesFigures = z.infer<typeof OwnSalesFigures>

export const SalesFigures = OwnSalesFigures.extend({
  refunds: z.int(),
  /** `refunds` divided by `gross`, so above 1 if more was returned than sold; null if gross sales are zero or less. */
  refundRate: z.number().nullable(),
  /** Gross sales less refunds. */
  net: z.int(),
  shipping: z.int(),
  tax: z.int(),
})
export type SalesFigures = z.infer<typeof SalesFigures>

/** The rank of a product, seller or category among the best sold. */
export const TopRow = z.object({
  /** The id of the product or seller; for a category its name, empty for lines without one. */
  id: z.string(),
  /** The current title or shop name; for a deleted item, its name at its last sale. */
  name: z.string(),
  /** The seller of a product, or the seller ranked here; null for a category. */
  seller: Person.nullable(),
  gross: z.int(),
  units: z.int(),
  orders: z.int(),
})
export type TopRow = z.infer<typeof TopRow>

/**
 * A row that a figure is made of. For an order (`orders`) the amount is the sum of its paid lines, and the figure is the number of rows. A
 * `refund-offset` takes out of the refunds what cancelled lines took out of gross sales.
 */
export const SalesRow = z.object({
  id: z.string(),
  at: Moment,
  /** The day that it counts towards, in TIME_ZONE. */
  day: Day,
  kind: z.enum([...salesKinds, 'refund-offset', 'order']),
  orderId: Id,
  orderNumber: z.string(),
  title: z.string().nullable(),
  seller_id: Id.nullable(),
  seller: Person.nullable(),
  category: z.string().nullable(),
  /** Minor units as they count in the figure: negative for deductions, such as a refund in `net`. */
  amount: z.int(),
  units: z.int(),
})
export type SalesRow = z.infer<typeof SalesRow>
