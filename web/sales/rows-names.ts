import { type OwnSalesFigureName, ownSalesFigureNames, type SalesFigureName, salesFigureNames } from '#domain/sales-rules.ts'

/** Figures without rows of their own: they link to their calculation. Sellers see those of lines. */
const ownRatioNames = ['averageOrderValue', 'cancellationRate'] as const
const ratioNames = [...ownRatioNames, 'refundRate'] as const
export type Ratio = (typeof ratioNames)[number]
export const isRatio = (name: string): name is Ratio => ratioNames.some((ratio) => ratio === name)

/** What a figure links to: its rows, or its calculation. */
export type RowsName = SalesFigureName | Ratio
export type OwnRowsName = OwnSalesFigureName | (typeof ownRatioNames)[number]
export const rowsNames: readonly RowsName[] = [...salesFigureNames, ...ratioNames]
export const ownRowsNames: readonly OwnRowsName[] = [...ownSalesFigureNames, ...ownRatioNames]
