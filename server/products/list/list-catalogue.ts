import { type SQL, sql } from 'drizzle-orm'
import type { Inputs } from '#contract/inputs.ts'
import type { CatalogueFilters, StockFilter } from '#contract/products.ts'
import type { App } from '#server/platform/app.ts'
import { patternFor } from '#server/platform/database/search-pattern.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { foundByAdmins, searchCondition } from '#server/products/list/list-products.ts'
import { type Conditions, type ProductPage, readPage, withTotal } from '#server/products/list/product-page.ts'
import { visibleTo } from '#server/products/visible-to.ts'

const stocks: Record<StockFilter, SQL> = {
  // What was never counted is not on offer either.
  out: sql`coalesce(products.stock, 0) = 0`,
  low: sql`products.stock between 1 and ${sql.raw(String(limits.product.stockLow))}`,
  in: sql`products.stock > 0`,
}

/** The conditions of the catalogue, given a value or a placeholder for it. */
const conditions = {
  status: (value: unknown) => sql`products.status = ${value}`,
  seller_id: (value: unknown) => sql`products.seller_id = ${value}`,
  category: (value: unknown) => sql`products.category = ${value}`,
  priceFrom: (value: unknown) => sql`products.price >= ${value}`,
  priceTo: (value: unknown) => sql`products.price <= ${value}`,
} satisfies Partial<Record<keyof CatalogueFilters, (value: unknown) => SQL>>
/** The same in the form of the indexes by price, for what they sort or count; those of another sort are better compared. */
const byPrice: typeof conditions = {
  ...conditions,
  priceFrom: (value) => sql`coalesce(products.price, -1) >= ${value}`,
  priceTo: (value) => sql`coalesce(products.price, -1) between 0 and ${value}`,
}
const names = Object.keys(conditions) as (keyof typeof conditions)[]

const visible = visibleTo({ id: sql.placeholder('actorId'), role: 'admin' })

/** The products of a filtered catalogue, as conditions with their values. */
export function inCatalogue({ search, stock, ...filters }: CatalogueFilters): SQL {
  const given = names.flatMap((name) => (filters[name] === undefined ? [] : [conditions[name](filters[name])]))
  const found = search ? [foundByAdmins(patternFor(search), search)] : []
  return sql.join([visible, ...given, ...(stock ? [stocks[stock]] : []), ...found], sql` and `)
}

/** Every product that admins may see, with how many there are (product §3, `/admin/products`). */
export async function listCatalogue(app: App, { sort, cursor, limit, ...filters }: Inputs['products']['catalogue']): Promise<ProductPage> {
  const wanted = { sort, cursor, limit, byStatus: filters.status === undefined }
  const page = await readPage(app, 'catalogue', wanted, conditionsOf(filters, sort === 'price' || sort === '-price' ? byPrice : conditions))
  return withTotal(app, 'catalogue', wanted, conditionsOf(filters, byPrice), page)
}

function conditionsOf({ search, stock, ...filters }: CatalogueFilters, by: typeof conditions): Conditions {
  const given = names.map((name) => {
    const value = filters[name]
    return [name, value === undefined ? null : { where: by[name](sql.placeholder(name)), values: { [name]: value } }] as const
  })
  return {
    visible: { where: visible, values: {} },
    ...Object.fromEntries(given),
    ...(stock && { [`stock ${stock}`]: { where: stocks[stock], values: {} } }),
    search: searchCondition(search, 'admin'),
  }
}
