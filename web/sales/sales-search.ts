import { type Chosen, presetChoices } from '#domain/sales-presets.ts'
import { type SalesStep, salesSteps } from '#domain/sales-rules.ts'
import { choiceParam, dayParam, everyOf, pagesParam, textParam } from '#web/platform/search-params.ts'
import { type RowsName, rowsNames } from '#web/sales/figures.ts'

const steps = everyOf(salesSteps)
const figures = everyOf(rowsNames)

/** What the rows of a figure are filtered by. */
export type RowsOf = {
  product_id?: string | undefined
  seller_id?: string | undefined
  category?: string | undefined
  /** Only lines without a category, which no parameter could name. */
  without?: 'category' | undefined
}
export type SalesSearch = Chosen & RowsOf & { step?: SalesStep | undefined; rows?: RowsName | undefined; pages?: number | undefined }

/** The range in the address: explicit dates or a preset. */
export function readDays(raw: Record<string, unknown>): Chosen {
  const [from, to] = [dayParam(raw.from), dayParam(raw.to)]
  return from && to ? { from, to } : { range: choiceParam(raw.range, presetChoices) }
}

/** The state of the sales page in its address. */
export function readSalesSearch(raw: Record<string, unknown>): SalesSearch {
  return {
    ...readDays(raw),
    step: choiceParam(raw.step, steps),
    rows: choiceParam(raw.rows, figures),
    product_id: textParam(raw.product_id),
    seller_id: textParam(raw.seller_id),
    category: textParam(raw.category),
    without: choiceParam(raw.without, { category: true }),
    pages: pagesParam(raw.pages),
  }
}
