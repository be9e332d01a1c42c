import type { CatalogueSort as Sorts, StockFilter } from '#contract/products.ts'
import type { ProductStatus } from '#domain/product.ts'
import { choiceParam, choices, hideParam, pagesParam, searchReader, textParam } from '#web/platform/search-params.ts'

export type CatalogueSort = (typeof Sorts.options)[number]
export const statusesShown = choices<ProductStatus>({ pending: true, approved: true, rejected: true, archived: true, draft: true })
export const stocksShown = choices<StockFilter>({ out: true, low: true, in: true })
export const sortsShown = choices<CatalogueSort>({ newest: true, title: true, price: true, '-price': true, stock: true, '-stock': true })

/** The columns that can be hidden. */
export const catalogueColumns = ['seller', 'price', 'stock', 'created'] as const
export type CatalogueColumn = (typeof catalogueColumns)[number]

/** Minor units: text in the address, a number in a link. */
const amountParam = (value: unknown): number | undefined => (/^\d{1,11}$/.test(String(value ?? '')) ? Number(value) : undefined)

/** The state of the catalogue in its address; names as in the call and the CSV file. */
export const readCatalogueSearch = searchReader({
  search: textParam,
  status: choiceParam(statusesShown),
  seller_id: textParam,
  category: textParam,
  stock: choiceParam(stocksShown),
  priceFrom: amountParam,
  priceTo: amountParam,
  sort: choiceParam(sortsShown),
  hide: hideParam(catalogueColumns),
  pages: pagesParam,
})
export type CatalogueSearch = ReturnType<typeof readCatalogueSearch>
