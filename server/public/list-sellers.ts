import { sql } from 'drizzle-orm'
import type { StorefrontSeller } from '#contract/public/sellers.ts'
import { AppError } from '#domain/errors.ts'
import type { App } from '#server/platform/app.ts'
import { isoSql } from '#server/platform/database/iso-of.ts'
import { pageOf, placeIn } from '#server/platform/database/newest-first.ts'
import { preparedStatement } from '#server/platform/database/prepared-statement.ts'

const columns = sql`id, name, shop_name as "shopName", about, ${isoSql('created_at')} as "createdAt"`
const selling = sql`users.role = 'seller' and users.status = 'active'`
const newest = sql`order by users.created_at desc, users.id desc limit ${sql.placeholder('size')}`

const firstPage = preparedStatement<StorefrontSeller>(sql`select ${columns} from users where ${selling} ${newest}`)
const furtherPage = preparedStatement<StorefrontSeller>(sql`
  select ${columns} from users
  where ${selling} and (users.created_at, users.id) < (${sql.placeholder('at')}::timestamptz, ${sql.placeholder('id')}) ${newest}`)
const one = preparedStatement<StorefrontSeller>(sql`select ${columns} from users where users.id = ${sql.placeholder('id')} and ${selling}`)

type Wanted = { cursor?: string | undefined; limit: number }

/** Lists active sellers with their public fields, newest first (product §8). */
export async function listSellers({ sql }: App, { cursor, limit }: Wanted): Promise<{ rows: StorefrontSeller[]; next: string | null }> {
  const place = placeIn(cursor)
  const size = limit + 1
  return pageOf(place ? await furtherPage(sql, { at: place.createdAt, id: place.id, size }) : await firstPage(sql, { size }), limit)
}

/** Returns one active seller. Throws the same `not-found` for all others. */
export async function findSeller({ sql }: App, id: string): Promise<StorefrontSeller> {
  const [row] = await one(sql, { id })
  if (!row) throw new AppError('not-found')
  return row
}
