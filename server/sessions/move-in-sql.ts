import { type SQL, sql } from 'drizzle-orm'
import type { Move, MoveActor } from '#domain/moves.ts'
import { type ActorInSql, stillActive } from '#server/sessions/still-active.ts'

/**
 * The columns that the conditions of a move read; `sellerGone` and `sellerSuspended` only if some move of the noun checks them, `formerSellers`
 * only if the noun can change its seller.
 */
export type Columns = { status: SQL; sellerId: SQL; formerSellers?: SQL; archivedByAdmin: SQL; sellerGone?: SQL; sellerSuspended?: SQL }

const actorIs: Record<MoveActor, (actor: ActorInSql, subject: Columns) => SQL> = {
  admin: ({ role }) => sql`${role}::user_role = 'admin'`,
  otherAdmin: ({ id, role }, { sellerId, formerSellers = sql`'{}'::text[]` }) =>
    sql`(${role}::user_role = 'admin' and ${sellerId} is distinct from ${id} and ${id} <> all (${formerSellers}))`,
  owner: ({ id, role }, { sellerId }) => sql`(${role}::user_role = 'seller' and ${sellerId} = ${id})`,
  ownerUnlessAdminArchived: ({ id, role }, { sellerId, archivedByAdmin }) =>
    sql`(${role}::user_role = 'seller' and ${sellerId} = ${id} and not ${archivedByAdmin})`,
}

/**
 * A move of a noun's table as an SQL condition on its row, for the WHERE of the change itself (architecture, mechanism 2).
 * True exactly if `whyNot` returns null at the moment of the change.
 */
export function conditionOf({ from, by, needsOpenAccount, restsWithSeller }: Move<string>, subject: Columns, actor: ActorInSql): SQL {
  const people = sql.join([sql`false`, ...by.map((who) => actorIs[who](actor, subject))], sql` or `)
  const statuses = sql.raw(from.map((status) => `'${status}'`).join(', '))
  const open = needsOpenAccount && subject.sellerGone ? sql`not ${subject.sellerGone}` : sql`true`
  const back =
    restsWithSeller && subject.sellerSuspended ? sql`(${subject.status} <> 'pending' or not ${subject.sellerSuspended})` : sql`true`
  return sql`${subject.status} in (${statuses}) and (${people}) and ${open} and ${back} and ${stillActive(actor)}`
}
