import type { LinkProps } from '@tanstack/react-router'
import type { Chosen } from '#domain/day-presets.ts'
import { writeOwnSales } from '#web/sales/own-search.ts'
import type { RowsName } from '#web/sales/rows-names.ts'
import type { RowsOf } from '#web/sales/sales-search.ts'

export type To = Pick<LinkProps, 'to' | 'search'>
/** The link to the rows of a figure: for these days, optionally of one product, seller or category. */
export type ToRows = (rows: RowsName, days: Chosen, of?: RowsOf) => To

export const toRows: ToRows = (rows, { range, from, to }, of) => ({ to: '/admin/sales', search: { rows, range, from, to, ...of } })

/** The link to the rows of a seller's own figure. */
export const toOwnRows: ToRows = (rows, days, of) => ({
  to: '/seller/orders',
  search: { sales: writeOwnSales(days), rows, sold: of?.product_id },
})
