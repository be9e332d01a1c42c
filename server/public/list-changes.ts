import { sql } from 'drizzle-orm'
import type { StorefrontChange } from '#contract/public/products.ts'
import type { App } from '#server/platform/app.ts'
import { isoSql } from '#server/platform/database/iso-of.ts'
import { cursorAfter, pageBy, placeIn } from '#server/platform/database/newest-first.ts'
import { preparedStatement } from '#server/platform/database/prepared-statement.ts'
import { type RawStorefrontProduct, storefrontColumns, storefrontProduct } from '#server/products/list/storefront-product.ts'
import { onSale } from '#server/products/on-sale.ts'
import type { StorefrontPage } from '#server/public/list-on-sale.ts'

const iso = (moment: string) => isoSql(moment, 'US')

const watermark = preparedStatement<{ as_of: string }>(sql`
  select coalesce((select ${iso('changed_at')} from shop_changes order by changed_at desc, product_id desc limit 1),
    '1970-01-01T00:00:00.000000Z') as as_of`)

/**
 * The time of the last change in `shop_changes`. One consumer writes its rows, batch by batch, each with a later time than the one before
 * (`follow-storefront.ts`). Whatever is committed after this read has a later time, so no change is missed.
 */
export async function asOf({ sql }: Pick<App, 'sql'>): Promise<string> {
  const [row] = await watermark(sql, {})
  return row?.as_of ?? ''
}

type Row = RawStorefrontProduct & { changed_id: string; changed_at: string; on_sale: boolean }

const changes = preparedStatement<Row>(sql`
  select s.product_id as changed_id, ${iso('s.changed_at')} as changed_at, ${onSale} is true as on_sale, ${storefrontColumns}
  from shop_changes s left join products on products.id = s.product_id left join users u on u.id = products.seller_id
  where s.changed_at >= ${sql.placeholder('at')}::timestamptz
    and (s.changed_at > ${sql.placeholder('at')}::timestamptz or s.product_id > ${sql.placeholder('id')}::text)
  order by s.changed_at, s.product_id limit ${sql.placeholder('size')}`)

type Wanted = { updated_since: string; cursor?: string | undefined; limit: number }

/** Lists the products changed after a time, each in its present state, and those that left the sale (product §8). */
export async function listChanges(app: App, { updated_since, cursor, limit }: Wanted): Promise<StorefrontPage<StorefrontChange>> {
  const place = placeIn(cursor)
  const as_of = await asOf(app)
  const read = await changes(app.sql, { at: place?.createdAt ?? updated_since, id: place?.id ?? null, size: limit + 1 })
  const { rows, next } = pageBy(read, limit, ({ changed_at, changed_id }) => cursorAfter({ createdAt: changed_at, id: changed_id }))
  return { rows: rows.map((row) => changeOf(app, row)), next, as_of }
}

function changeOf(app: App, { changed_id: id, changed_at: _, on_sale, ...row }: Row): StorefrontChange {
  return on_sale ? storefrontProduct(app, row) : { id, removed: true }
}
