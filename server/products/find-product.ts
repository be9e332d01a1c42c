import { type SQL, sql } from 'drizzle-orm'
import { AppError } from '#domain/errors.ts'
import type { Product } from '#domain/product.ts'
import type { Actor, Role } from '#domain/user.ts'
import type { App } from '#server/platform/app.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { type PreparedStatement, preparedStatement } from '#server/platform/database/prepared-statement.ts'
import { refusalText } from '#server/platform/problem-texts.ts'
import { columnsFor, type RawProduct, withIsoMoments } from '#server/products/product-row.ts'
import { visibleTo } from '#server/products/visible-to.ts'
import type { ActorInSql } from '#server/sessions/still-active.ts'

const selectOne = (id: ActorInSql['id'], condition: SQL) =>
  sql`select ${columnsFor(id)} from products left join users u on u.id = products.seller_id where ${condition}`
const asker = sql.placeholder('actorId')

const findAs = (role: Role): PreparedStatement<RawProduct> =>
  preparedStatement(selectOne(asker, sql`products.id = ${sql.placeholder('id')} and ${visibleTo({ id: asker, role })}`))
const find: Record<Role, PreparedStatement<RawProduct>> = { seller: findAs('seller'), admin: findAs('admin') }

/** The same error for an unknown product and for another seller's (spec §5, product §2). */
export const productNotFound = () => new AppError('not-found', refusalText('product-not-found'))

/** A product as the actor may see it. Throws `not-found`. */
export async function findProduct({ sql }: Pick<App, 'sql'>, actor: Actor, id: string): Promise<Product> {
  const [row] = await find[actor.role](sql, { id, actorId: actor.id })
  if (!row) throw productNotFound()
  return withIsoMoments(row)
}

/** `findProduct` with a lock on the row until the end of the transaction. Throws `not-found`. */
export async function lockProduct(tx: Tx, actor: Actor, id: string): Promise<Product> {
  const query = selectOne(actor.id, sql`products.id = ${id} and ${visibleTo(actor)} for no key update of products`)
  const [row] = (await tx.execute(query)) as unknown as RawProduct[]
  if (!row) throw productNotFound()
  return withIsoMoments(row)
}
