import { type SQL, sql } from 'drizzle-orm'
import type { CatalogueFilters } from '#contract/products.ts'
import { attributesText, csvLine, tagsText } from '#domain/csv.ts'
import { priceText } from '#domain/money.ts'
import type { Product, ProductStatus } from '#domain/product.ts'
import { byKind } from '#domain/product-fields.ts'
import { furtherColumns, importColumns } from '#domain/product-import.ts'
import type { Actor } from '#domain/user.ts'
import type { App } from '#server/platform/app.ts'
import { inPages } from '#server/platform/database/in-pages.ts'
import { cursorAfter, type Place, placeIn } from '#server/platform/database/newest-first.ts'
import { patternFor } from '#server/platform/database/search-pattern.ts'
import { inCatalogue } from '#server/products/list/list-catalogue.ts'
import { isFound } from '#server/products/list/list-products.ts'
import { isoMoment, productColumns, type RawProduct, withIsoMoments } from '#server/products/product-row.ts'
import { assertActive } from '#server/sessions/still-active.ts'

type Filters = { status?: ProductStatus | undefined; search?: string | undefined }
type Column = (product: Product) => string

/** A field as the text of a cell. */
const textOf = byKind<[currency: string], string>({
  line: (value) => value,
  prose: (value) => value,
  text: (value) => value ?? '',
  money: priceText,
  count: (value) => String(value ?? ''),
  tags: tagsText,
  attributes: attributesText,
})

/**
 * The seller's own products as CSV, newest first, page by page: it waits for a slow reader, and memory stays flat. Importing the same text changes
 * nothing. Ends with what `assertActive` throws if the seller is suspended meanwhile.
 */
export async function* exportProducts(app: App, actor: Actor, { status, search }: Filters): AsyncGenerator<string> {
  const conditions: SQL[] = [sql`products.seller_id = ${actor.id}`]
  if (status) conditions.push(sql`products.status = ${status}`)
  if (search) conditions.push(isFound(patternFor(search), search))
  yield* write(app, actor, conditions, {})
}

/** The filtered catalogue as CSV, the same way, with whose each product is; for admins. */
export const exportCatalogue = (app: App, actor: Actor, filters: CatalogueFilters): AsyncGenerator<string> =>
  write(app, actor, [inCatalogue(filters)], sellerColumns, filters.status === undefined)

const sellerColumns: Record<string, Column> = {
  seller_id: ({ seller_id }) => seller_id ?? '',
  seller: ({ seller }) => seller?.name ?? '',
  shop: ({ seller }) => seller?.shopName ?? '',
}

async function* write(
  app: App,
  actor: Actor,
  conditions: readonly SQL[],
  more: Record<string, Column>,
  byStatus = false,
): AsyncGenerator<string> {
  const { currency } = app.config
  const lineOf = (product: Product) =>
    csvLine([
      ...importColumns.map((column) => textOf(column, product[column], currency)),
      ...furtherColumns.map((column) => product[column] ?? ''),
      ...Object.values(more).map((column) => column(product)),
    ])
  yield csvLine([...importColumns, ...furtherColumns, ...Object.keys(more)])
  yield* inPages<RawProduct>(app.sql, {
    page: (after, limit) => productsAfter(conditions, placeIn(after), limit, byStatus),
    placeOf: (row) => cursorAfter({ createdAt: isoMoment(row.created_at), id: row.id }),
    textOf: (row) => lineOf(withIsoMoments({ ...row })),
    mayGoOn: () => assertActive(app, actor),
  })
}

/** `byStatus` as in a page of the list: without it, each page of the whole catalogue would sort all products. */
function productsAfter(conditions: readonly SQL[], place: Place | null, limit: number, byStatus: boolean): SQL {
  const further = place ? [sql`(products.created_at, products.id) < (${place.createdAt}::timestamptz, ${place.id})`] : []
  const where = sql.join([...conditions, ...further], sql` and `)
  const inOrder = sql`order by products.created_at desc, products.id desc limit ${limit}`
  const joined = sql`left join users u on u.id = products.seller_id`
  return byStatus
    ? sql`select ${productColumns} from unnest(enum_range(null::product_status)) s (status) cross join lateral (
        select * from products where products.status = s.status and ${where} ${inOrder}) products ${joined} ${inOrder}`
    : sql`select ${productColumns} from products ${joined} where ${where} ${inOrder}`
}
