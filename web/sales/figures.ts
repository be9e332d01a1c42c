import type { SalesFigures } from '#domain/sales.ts'
import type { SalesFigureName } from '#domain/sales-rules.ts'

/** The figures of product §5 that are shown; a seller's own lack some. */
export type FigureName = 'gross' | 'refunds' | 'net' | 'orders' | 'units' | 'averageOrderValue' | 'cancellationRate' | 'shipping' | 'tax'
export type Figures = Partial<SalesFigures>

type About = {
  kind: 'money' | 'count' | 'rate'
  /** Which way a marketplace wishes it to go. */
  good: 'up' | 'down' | null
  /** What its rows are; an average and a rate are made of them. */
  rows: SalesFigureName
}

export const aboutFigure: Record<FigureName, About> = {
  gross: { kind: 'money', good: 'up', rows: 'gross' },
  refunds: { kind: 'money', good: 'down', rows: 'refunds' },
  net: { kind: 'money', good: 'up', rows: 'net' },
  orders: { kind: 'count', good: 'up', rows: 'orders' },
  units: { kind: 'count', good: 'up', rows: 'units' },
  averageOrderValue: { kind: 'money', good: 'up', rows: 'orders' },
  cancellationRate: { kind: 'rate', good: 'down', rows: 'linesCancelled' },
  shipping: { kind: 'money', good: null, rows: 'shipping' },
  tax: { kind: 'money', good: null, rows: 'tax' },
}

const count = new Intl.NumberFormat('en')
const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 })
const points = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })

export const shownNumber = (value: number): string => count.format(value)
export const shownPercent = (share: number): string => percent.format(share)
export const shownPoints = (share: number): string => points.format(share * 100)
