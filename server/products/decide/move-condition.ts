import { type SQL, sql } from 'drizzle-orm'
import { type ProductMove, productMoves } from '#domain/product-rules.ts'
import { type Columns, conditionOf } from '#server/sessions/move-in-sql.ts'
import type { ActorInSql } from '#server/sessions/still-active.ts'

const sellerIs = (what: string) => sql.raw(`exists (select 1 from users where users.id = products.seller_id and (${what}))`)

const columns: Columns = {
  status: sql`products.status`,
  sellerId: sql`products.seller_id`,
  formerSellers: sql`products.former_sellers`,
  archivedByAdmin: sql`products.archived_by_admin`,
  // Closed and promoted sellers in one subquery: approving is a hot path.
  sellerGone: sellerIs("users.status = 'closed' or users.role = 'admin'"),
  sellerSuspended: sellerIs("users.status = 'suspended'"),
}

/** A move of the table as an SQL condition on `products`. */
export const moveCondition = (name: ProductMove, actor: ActorInSql): SQL => conditionOf(productMoves[name], columns, actor)
