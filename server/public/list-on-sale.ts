import { sql } from 'drizzle-orm'
import type { StorefrontProduct } from '#contract/public/products.ts'
import type { App } from '#server/platform/app.ts'
import { cursorAfter, pageBy, placeIn } from '#server/platform/database/newest-first.ts'
import { type PreparedStatement, preparedStatement } from '#server/platform/database/prepared-statement.ts'
import { productNotFound } from '#server/products/find-product.ts'
import { type RawStorefrontProduct, storefrontColumns, storefrontProduct } from '#server/products/list/storefront-product.ts'
import { onSale } from '#server/products/on-sale.ts'
import { asOf } from '#server/public/list-changes.ts'

type Wanted = { cursor?: string | undefined; limit: number }
export type StorefrontPage<Row> = { rows: Row[]; next: string | null; as_of: string }

const source = sql`products join users u on u.id = products.seller_id`
const newest = sql`order by products.created_at desc, products.id desc limit ${sql.placeholder('size')}`
const after = sql`(products.created_at, products.id) < (${sql.placeholder('at')}::timestamptz, ${sql.placeholder('id')})`

const firstPage = preparedStatement<RawStorefrontProduct>(sql`select ${storefrontColumns} from ${source} where ${onSale} ${newest}`)
const furtherPage = preparedStatement<RawStorefrontProduct>(
  sql`select ${storefrontColumns} from ${source} where ${onSale} and ${after} ${newest}`,
)
const one: PreparedStatement<RawStorefrontProduct> = preparedStatement(
  sql`select ${storefrontColumns} from ${source} where products.id = ${sql.placeholder('id')} and ${onSale}`,
)

/** Lists everything on sale, newest first (product §8). `as_of` is read before the rows, so later changes are listed again. */
export async function listOnSale(app: App, { cursor, limit }: Wanted): Promise<StorefrontPage<StorefrontProduct>> {
  const place = placeIn(cursor)
  const as_of = await asOf(app)
  const size = limit + 1
  const rows = place ? await furtherPage(app.sql, { at: place.createdAt, id: place.id, size }) : await firstPage(app.sql, { size })
  const found = rows.map((row) => storefrontProduct(app, row))
  return { ...pageBy(found, limit, ({ id, created_at }) => cursorAfter({ id, createdAt: created_at })), as_of }
}

/** Returns one product on sale. Throws the same `not-found` for all others. */
export async function findOnSale(app: App, id: string): Promise<StorefrontProduct> {
  const [row] = await one(app.sql, { id })
  if (!row) throw productNotFound()
  return storefrontProduct(app, row)
}
