import type { SalesFigures } from '#domain/sales.ts'
import type { OwnSalesFigureName, SalesFigureName, SalesRange } from '#domain/sales-rules.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { isRatio, type Ratio } from '#web/sales/rows-names.ts'

/** The figures of product §5 that are shown; sellers lack some. */
export type FigureName =
  | ('gross' | 'refunds' | 'net' | 'refundRate' | 'orders' | 'units' | 'averageOrderValue' | 'cancellationRate')
  | ('shipping' | 'tax')
export type Figures = Partial<SalesFigures>

/** Figures without rows of their own: dividend, divisor, and the text where there is no ratio. */
export const ratios = {
  averageOrderValue: { of: 'gross', by: 'orders', none: t('sales.why.averageOrderValue') },
  cancellationRate: { of: 'linesCancelled', by: 'linesPlaced', none: t('sales.why.cancellationRate') },
  refundRate: { of: 'refunds', by: 'gross', none: t('sales.why.refundRate') },
} as const satisfies Record<Ratio, { of: SalesFigureName; by: OwnSalesFigureName; none: string }>

/** The value of a figure as it is shown. A ratio with nothing to divide by is zero if its dividend is, too (product §5); otherwise null. */
export function shownValueOf(name: FigureName, figures: Figures): number | null {
  const value = figures[name] ?? null
  return value === null && isRatio(name) && figures[ratios[name].of] === 0 ? 0 : value
}

/** Figures until the present time of day move on with the clock, also while nothing is sold; in milliseconds. */
export const clockMs = 5 * 60_000

/** True for a range of a single day, such as today, of which little may have passed. */
export const isOnly = ({ from, to }: SalesRange, day: string): boolean => from === day && to === day

const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 })

export const shownPercent = (share: number): string => percent.format(share)
