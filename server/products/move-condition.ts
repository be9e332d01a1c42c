import { type SQL, sql } from 'drizzle-orm'
import type { Who } from '#domain/moves.ts'
import { type ProductMove, productMoves } from '#domain/product.ts'
import { type Asking, stillActive } from '#server/users/still-active.ts'

const actorIs: Record<Who, (actor: Asking) => SQL> = {
  admin: ({ role }) => sql`${role}::user_role = 'admin'`,
  owner: ({ id, role }) => sql`(${role}::user_role = 'seller' and products.seller_id = ${id})`,
  ownerUnlessAdminArchived: ({ id, role }) =>
    sql`(${role}::user_role = 'seller' and products.seller_id = ${id} and not products.archived_by_admin)`,
}

/**
 * The table of moves as a condition on `products`, so that it stands in the change itself (architecture, mechanism 2).
 * True exactly where `whyNot` finds nothing in the way, asked at the moment of the change.
 */
export function moveCondition(name: ProductMove, actor: Asking): SQL {
  const { from, by } = productMoves[name]
  const people = sql.join(
    by.map((who) => actorIs[who](actor)),
    sql` or `,
  )
  const statuses = sql.raw(from.map((status) => `'${status}'`).join(', '))
  return sql`products.status in (${statuses}) and (${people}) and ${stillActive(actor)}`
}
