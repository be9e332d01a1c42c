import type { SalesFigures } from '#domain/sales.ts'
import { type OwnSalesFigureName, ownSalesFigureNames, type SalesFigureName, salesFigureNames } from '#domain/sales-rules.ts'
import { t } from '#web/platform/i18n/messages.ts'

/** The figures of product §5 that are shown; sellers lack some. */
export type FigureName = 'gross' | 'refunds' | 'net' | 'orders' | 'units' | 'averageOrderValue' | 'cancellationRate' | 'shipping' | 'tax'
export type Figures = Partial<SalesFigures>

/** Figures without rows of their own: dividend, divisor, and the text if the divisor is zero. */
export const ratios = {
  averageOrderValue: { of: 'gross', by: 'orders', none: t('sales.why.averageOrderValue') },
  cancellationRate: { of: 'linesCancelled', by: 'linesPlaced', none: t('sales.why.cancellationRate') },
} as const satisfies Partial<Record<FigureName, { of: OwnSalesFigureName; by: OwnSalesFigureName; none: string }>>
export type Ratio = keyof typeof ratios
export const isRatio = (name: string): name is Ratio => Object.hasOwn(ratios, name)
const ratioNames = Object.keys(ratios) as Ratio[]

/** What a figure links to: its rows, or its calculation. */
export type RowsName = SalesFigureName | Ratio
export type OwnRowsName = OwnSalesFigureName | Ratio
export const rowsNames: readonly RowsName[] = [...salesFigureNames, ...ratioNames]
export const ownRowsNames: readonly OwnRowsName[] = [...ownSalesFigureNames, ...ratioNames]

const count = new Intl.NumberFormat('en')
const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 })
const points = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })

export const shownNumber = (value: number): string => count.format(value)
export const shownPercent = (share: number): string => percent.format(share)
export const shownPoints = (share: number): string => points.format(share * 100)
