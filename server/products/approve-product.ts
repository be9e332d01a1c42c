import { sql } from 'drizzle-orm'
import type { Product } from '#domain/product.ts'
import type { Actor } from '#domain/user.ts'
import type { App } from '#server/app.ts'
import { hotStatement } from '#server/database/hot-statement.ts'
import { asking, asSeen, explainDecision, type Seen, valuesOf } from '#server/products/decide.ts'
import { moveCondition } from '#server/products/move-condition.ts'
import { fromRecord, type ProductRecord, productColumns } from '#server/products/product-row.ts'
import { recorded } from '#server/products/recorded.ts'

const approve = hotStatement<ProductRecord>(sql`
  with changed as (
    update products set status = 'approved', approved_price = price, rejection_reason = null, rejection_code = null,
      rejection_fields = '{}', status_updated_at = now()
    where ${asSeen(sql`products.version = ${sql.placeholder('version')}`)} and ${moveCondition('approve', asking)}
    returning *
  ), ${recorded('product.approve', asking.id, null)}
  select ${productColumns} from changed products left join users u on u.id = products.seller_id`)

/**
 * Puts a product on sale, as the admin saw it (product §3). Throws `not-found`, `no-seller`, `wrong-status`, and with the fresh product
 * `stale-version` or `already-decided`.
 */
export async function approveProduct(app: App, actor: Actor, seen: Seen): Promise<Product> {
  const [row] = await approve(app.sql, valuesOf(actor, seen))
  if (!row) return explainDecision(app, actor, 'approve', seen)
  app.feed.wake()
  return fromRecord(row)
}
