import { expect } from '@playwright/test'
import type { Sql } from '../scripts/running-database.ts'
import type { Caller, Person } from './journey.ts'
import { rowOf } from './listing.ts'
import { photograph } from './pictures.ts'

export type Listed = { id: string; status: string; version: number; title: string }

/** Makes a call as this person's browser would, without the screens. */
export async function ask<Answer>({ request, url }: Pick<Caller, 'request' | 'url'>, call: string, input: object = {}): Promise<Answer> {
  const answer = await request.post(`/rpc/${call}`, { data: { json: input }, headers: { origin: url } })
  expect(answer.status(), `${call}: ${await answer.text()}`).toBe(200)
  return (await answer.json()).json
}

const plain = { description: 'Useful.', price: 1_000, category: 'Home', sku: null, stock: 3, tags: [], attributes: [] }

/** A pending product, made without the screens. */
export async function listed(seller: Caller, title: string): Promise<Listed> {
  const { id } = await ask<Listed>(seller, 'products/create', { ...plain, title })
  const { buffer, mimeType } = await photograph('thing.jpg', '#557799', 120, 90)
  const arrived = await seller.request.post(`/api/products/${id}/images?name=thing.jpg`, {
    data: buffer,
    headers: { origin: seller.url, 'content-type': mimeType },
  })
  return await ask<Listed>(seller, 'products/nameImages', { id, images: [(await arrived.json()).path] })
}

/** The same, with the seller's list of products open. */
export async function listedInView(seller: Person, title: string): Promise<Listed> {
  const product = await listed(seller, title)
  await seller.page.goto('/seller/products')
  await expect(rowOf(seller.page, title)).toContainText('Pending')
  return product
}

/** Approves a product as this admin last saw it. */
export const approve = async (admin: Caller, { id, status, version }: Listed): Promise<Listed> =>
  await ask<Listed>(admin, 'products/approve', { id, status, version })

/** A product on sale. */
export const onSale = async (seller: Caller, admin: Caller, title: string): Promise<Listed> =>
  await approve(admin, await listed(seller, title))

/** Inserts copies of a product with numbered titles, in order, into the queue; the original leaves the queue. */
export async function fill(sql: Sql, pattern: string, count: number, status: string): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    insert into products (id, seller_id, title, description, price, category, stock, images, status, submitted_at)
    select gen_random_uuid()::text, seller_id, title || ' ' || n, description, price, category, stock, images, ${status}::product_status,
      now() + n * interval '1 millisecond'
    from products, generate_series(1, ${count}::integer) n where id = ${pattern} order by n returning id`
  await sql`update products set status = 'draft' where id = ${pattern}`
  return rows.map(({ id }) => id)
}

/** The statuses of these products. */
export const statusesOf = async (admin: Caller, ids: readonly string[]): Promise<string[]> =>
  await Promise.all(ids.map(async (id) => (await ask<Listed>(admin, 'products/get', { id })).status))
