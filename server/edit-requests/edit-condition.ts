import { type SQL, sql } from 'drizzle-orm'
import { type EditRequestMove, editRequestMoves } from '#domain/edit-request.ts'
import { type Columns, conditionOf } from '#server/sessions/move-in-sql.ts'
import type { ActorInSql } from '#server/sessions/still-active.ts'

const columns: Columns = {
  status: sql`edit_requests.status`,
  sellerId: sql`edit_requests.seller_id`,
  archivedByAdmin: sql`false`,
  sellerSuspended: sql`exists (select 1 from users where users.id = edit_requests.seller_id and users.status = 'suspended')`,
}

/** The moves of edit requests as an SQL condition on `edit_requests`. */
export const editCondition = (name: EditRequestMove, actor: ActorInSql): SQL => conditionOf(editRequestMoves[name], columns, actor)
