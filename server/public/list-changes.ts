import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { StorefrontChange } from '#contract/public/products.ts'
import { AppError } from '#domain/errors.ts'
import { Id } from '#domain/text.ts'
import type { App } from '#server/platform/app.ts'
import { isoSql } from '#server/platform/database/iso-of.ts'
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
  const place = cursor === undefined ? { at: updated_since, id: null } : placeIn(cursor)
  const as_of = await asOf(app)
  const rows = await changes(app.sql, { ...place, size: limit + 1 })
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const next = last && rows.length > limit ? cursorAfter(last) : null
  return { rows: page.map((row) => changeOf(app, row)), next, as_of }
}

function changeOf(app: App, { changed_id: id, changed_at: _, on_sale, ...row }: Row): StorefrontChange {
  return on_sale ? storefrontProduct(app, row) : { id, removed: true }
}

const cursorAfter = ({ changed_at, changed_id }: Row): string => Buffer.from(`${changed_at} ${changed_id}`).toString('base64url')
const Place = z.object({ at: z.iso.datetime(), id: Id })

function placeIn(cursor: string): z.infer<typeof Place> {
  const [at, id] = Buffer.from(cursor, 'base64url').toString().split(' ')
  const place = Place.safeParse({ at, id })
  if (!place.success) throw new AppError('invalid-argument', { field: 'cursor' })
  return place.data
}
