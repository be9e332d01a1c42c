import { type Chosen, presets } from '#domain/day-presets.ts'
import { salesSteps } from '#domain/sales-rules.ts'
import { choiceParam, dayParam, pagesParam, searchReader, textParam } from '#web/platform/search-params.ts'
import { rowsNames } from '#web/sales/rows-names.ts'

/** The range in the address: explicit dates or a preset. */
export function readDays(raw: Record<string, unknown>): Chosen {
  const from = dayParam(raw.from)
  const to = dayParam(raw.to)
  return from && to ? { from, to } : { range: choiceParam(presets)(raw.range) }
}

const readRest = searchReader({
  step: choiceParam(salesSteps),
  rows: choiceParam(rowsNames),
  product_id: textParam,
  seller_id: textParam,
  category: textParam,
  /** Only lines without a category, which no parameter could name. */
  without: choiceParam(['category']),
  pages: pagesParam,
})
export type SalesSearch = Chosen & ReturnType<typeof readRest>
/** What the rows of a figure are filtered by. */
export type RowsOf = Pick<SalesSearch, 'product_id' | 'seller_id' | 'category' | 'without'>

/** The state of the sales page in its address. */
export const readSalesSearch = (raw: Record<string, unknown>): SalesSearch => ({ ...readDays(raw), ...readRest(raw) })
