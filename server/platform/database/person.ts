import { type SQL, sql } from 'drizzle-orm'
import { limits } from '#server/platform/limits/limits.ts'

const smallest = Math.min(...limits.image.thumbnailWidths)

/** SQL: the address of the picture of the row of `users` under this alias; null without one. */
export const avatarOf = (alias: string): string => `'/files/thumbnails/${smallest}/' || ${alias}.image || '.webp'`

/** SQL: the row of `users` under the alias `u` as a `Person` (product §2); null if the join found none. */
export const personJson = `case when u.id is not null then json_build_object('id', u.id, 'name', u.name, 'shopName', u.shop_name,
    'avatar', ${avatarOf('u')}) end`

/** SQL: name, shop name and address of a row of `users`. One expression, the same as in the index. */
export const calledAs = "(users.name || ' ' || users.shop_name || ' ' || users.email)"

/** SQL condition on `users`: name, shop name or address match the pattern. */
export const isCalled = (pattern: unknown): SQL => sql`${sql.raw(calledAs)} ilike ${pattern}`

/** What people may own: the column with its owner. */
export type Owned = 'products.seller_id' | 'order_sellers.seller_id' | 'edit_requests.seller_id'

const { searchedMax, lookedAtMax } = limits.sellerSearch

/**
 * SQL: the ids of people who are called so and own one of these, within `limits.sellerSearch`, as a query. The shortest names come first, so that
 * an exact one is always among them and every page finds the same people.
 */
export const peopleCalled = (pattern: unknown, owned: Owned, most: number = searchedMax): SQL =>
  sql`select called.id from (
      select users.id from users where ${isCalled(pattern)}
      order by least(length(users.name), length(nullif(users.shop_name, ''))), users.id limit ${sql.raw(String(lookedAtMax))}
    ) called where (select true from ${sql.raw(owned.split('.')[0] ?? '')} where ${sql.raw(owned)} = called.id limit 1) limit ${sql.raw(String(most))}`

/** SQL, true or false: more people are called so than `peopleCalled` takes or looks at. */
export const areTooManyCalled = (pattern: unknown, owned: Owned): SQL =>
  sql`((select count(*) from (${peopleCalled(pattern, owned, searchedMax + 1)}) owners) > ${searchedMax}
    or (select count(*) from (select from users where ${isCalled(pattern)} limit ${lookedAtMax + 1}) called) > ${lookedAtMax})`
