import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/database.ts'
import { locks } from '#server/platform/database/locks.ts'

/** Held until the end of the transaction by whoever may take an active admin away, so that two who try at once come one after the other (product §2). */
export const lockAdmins = (tx: Tx) => tx.execute(sql`select pg_advisory_xact_lock(${locks.admins})`)

/** Products that are not archived and open order lines in a statement on `users`: a seller with either cannot become an admin (product §2). */
export const unarchivedCount = sql`(select count(*)::int from products where products.seller_id = users.id and products.status <> 'archived')`
export const openLineCount = sql`(select count(*)::int from order_lines where order_lines.seller_id = users.id and order_lines.status = 'open')`

/** True in a statement on `users` as long as somebody else is an active admin; ask it with the admins held. */
export const anotherAdmin = sql`exists (select 1 from users other where other.role = 'admin' and other.status = 'active' and other.id <> users.id)`
