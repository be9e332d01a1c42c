import type { Sql } from 'postgres'
import { fillTables } from './seed-orders.ts'

export const productCount = 10_000
const sellerCount = 200

/** The initial products of both servers: enough approved ones for a list 9,000 rows deep, some pending, some rejected. */
const statusOf = `case when n % 100 < 95 then 'approved' when n % 100 < 99 then 'pending' else 'rejected' end`
const image = `jsonb_build_array(jsonb_build_object('url', '/files/products/' || id || '/0_photo.jpg', 'path', 'products/' || id || '/0_photo.jpg',
  'name', 'photo.jpg', 'width', 1200, 'height', 900, 'thumbnails', jsonb_build_object('160', '/files/thumbnails/160/products/' || id || '/0_photo.jpg.webp')))`
const words = `'Hand-made ' || (array['vase','lamp','chair','atlas','teapot','quilt'])[1 + n % 6] || ' number ' || n`
/** Ids have one length, as Backstall's own do. */
export const idOf = (kind: 'seller' | 'product', n: number): string => `${kind}-${String(n).padStart(7, '0')}`
const numbered = (prefix: string, from: number, to: number) =>
  `select n, '${prefix}' || lpad(n::text, 7, '0') as id from generate_series(${from}, ${to}) n`

const columns = 'id, seller_id, title, description, price, category, stock, images, status, created_at, submitted_at'
const sellerId = (n: string) => `'seller-' || lpad((${n})::text, 7, '0')`
const anySeller = sellerId(`n % ${sellerCount}`)
const values = (status: string, seller = anySeller) =>
  `id, ${seller}, ${words}, repeat('Well kept. ', 40), 1000 + n, 'Home', n % 50, ${image}, ${status}, now() - n * interval '1 minute', now() - n * interval '1 minute'`

/** Fills Backstall's tables with sellers and products, as if they had been there for long. */
export async function seedBackstall(sql: Sql): Promise<void> {
  await sql.unsafe(
    `insert into users (id, name, email) select id, 'Seller ' || n, id || '@example.com' from (${numbered('seller-', 0, sellerCount - 1)}) s`,
  )
  await sql.unsafe(
    `insert into products (${columns}) select ${values(`(${statusOf})::product_status`)} from (${numbered('product-', 1, productCount)}) p`,
  )
  await sql.unsafe('vacuum analyze')
}

/** Fills the floor's tables with the same, and a session for each token. */
export async function seedFloor(sql: Sql, token: string): Promise<void> {
  await sql.unsafe(
    `insert into users (id, name, role) select id, 'Seller ' || n, 'seller' from (${numbered('seller-', 0, sellerCount - 1)}) s`,
  )
  await sql`insert into users (id, name, role) values ('admin', 'Admin', 'admin')`
  await sql`insert into sessions (token, user_id, expires_at) values (${token}, 'admin', now() + interval '1 day')`
  await sql.unsafe(`insert into products (${columns}) select ${values(statusOf)} from (${numbered('product-', 1, productCount)}) p`)
  await sql.unsafe('vacuum analyze')
}

/** Submits fresh products for review, outside the timed part; returns their ids. */
export async function addPending(sql: Sql, name: string, count: number, typed: boolean, sellerId?: string): Promise<string[]> {
  const status = typed ? `'pending'::product_status` : `'pending'`
  const rows = await sql.unsafe(
    `insert into products (${columns}) select ${values(status, sellerId && `'${sellerId}'`)} from (${numbered(`fresh-${name}-`, 1, count)}) p returning id`,
  )
  await sql.unsafe('vacuum analyze products')
  return rows.map(({ id }) => String(id))
}

/** Fills Backstall's products up to this number. */
export const seedUpTo = (count: number, sql: Sql): Promise<void> =>
  fillTables(sql, {
    products: `(${columns}) select ${values(`(${statusOf})::product_status`)} from (${numbered('product-', productCount + 1, count)}) p`,
  })
