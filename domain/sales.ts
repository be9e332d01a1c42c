import { z } from 'zod'
import { ownSalesFigureNames, salesFigureNames, salesKinds, salesSteps, topsOf } from '#domain/sales-rules.ts'
import { Day, Id, Moment } from '#domain/text.ts'

/** Weeks begin on Monday (ISO 8601). */
export const SalesStep = z.enum(salesSteps)
export const TopOf = z.enum(topsOf)
export const SalesFigureName = z.enum(salesFigureNames)
export const OwnSalesFigureName = z.enum(ownSalesFigureNames)

/** Days of the marketplace's time zone, both included. */
export const SalesRange = z.object({ from: Day, to: Day })

/** What a seller is told of his own lines: neither refunds, shipping nor tax, which are of whole orders (product §5). Amounts are minor units. */
export const OwnSalesFigures = z.object({
  gross: z.int(),
  /** Orders paid. */
  orders: z.int(),
  /** Of paid orders; a line that is cancelled later takes its units away on the day of the cancelling, as it does with gross sales. */
  units: z.int(),
  /** Gross sales by orders, rounded half up; null without orders. */
  averageOrderValue: z.int().nullable(),
  linesPlaced: z.int(),
  /** Cancelled in the range, whenever they were placed. */
  linesCancelled: z.int(),
  /** `linesCancelled` by `linesPlaced`, so above 1 where older lines were cancelled; null where nothing was placed. */
  cancellationRate: z.number().nullable(),
})
export type OwnSalesFigures = z.infer<typeof OwnSalesFigures>

export const SalesFigures = OwnSalesFigures.extend({
  refunds: z.int(),
  /** Gross sales less refunds. */
  net: z.int(),
  shipping: z.int(),
  tax: z.int(),
})
export type SalesFigures = z.infer<typeof SalesFigures>

/** The place of something among the best sold. */
export const TopRow = z.object({
  /** Of a product or seller; of a category its name, empty where lines had none. */
  id: z.string(),
  /** The title or shop name by now, of what is deleted what it was called when it was sold last. */
  name: z.string(),
  /** Of a product whose it is; null of all else. */
  sellerName: z.string().nullable(),
  gross: z.int(),
  units: z.int(),
  orders: z.int(),
})
export type TopRow = z.infer<typeof TopRow>

/**
 * A row that a figure is made of. Of an order (`orders`) the amount is what its paid lines came to, and the figure is how many rows there are. A
 * `refund-offset` takes out of the refunds what cancelled lines took out of gross sales.
 */
export const SalesRow = z.object({
  id: z.string(),
  at: Moment,
  /** The day it counts to, of TIME_ZONE. */
  day: Day,
  kind: z.enum([...salesKinds, 'refund-offset', 'order']),
  orderId: Id,
  orderNumber: z.string(),
  title: z.string().nullable(),
  seller_id: Id.nullable(),
  sellerName: z.string().nullable(),
  category: z.string().nullable(),
  /** Minor units as they count in the figure: negative where something is taken away, so of a refund in `net`. */
  amount: z.int(),
  units: z.int(),
})
export type SalesRow = z.infer<typeof SalesRow>
