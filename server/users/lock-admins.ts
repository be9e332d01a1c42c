import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/database.ts'
import { locks } from '#server/platform/database/locks.ts'

/** Lock for moves that may remove an active admin, held to the end of the transaction: two at once come one after the other (product §2). */
export const lockAdmins = (tx: Tx) => tx.execute(sql`select pg_advisory_xact_lock(${locks.admins})`)

/** Counts of unarchived products and open order lines, in a statement on `users`: a seller with either cannot become an admin (product §2). */
export const unarchivedCount = sql`(select count(*)::int from products where products.seller_id = users.id and products.status <> 'archived')`
export const openLineCount = sql`(select count(*)::int from order_lines where order_lines.seller_id = users.id and order_lines.status = 'open')`

/** SQL condition on `users`: another active admin exists. Requires `lockAdmins`. */
export const anotherAdmin = sql`exists (select 1 from users other where other.role = 'admin' and other.status = 'active' and other.id <> users.id)`
