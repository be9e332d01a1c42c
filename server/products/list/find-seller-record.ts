import type { SellerRecord } from '#contract/products.ts'
import { AppError } from '#domain/errors.ts'
import type { Person } from '#domain/person.ts'
import type { ProductStatus } from '#domain/product.ts'
import { productStatuses } from '#domain/product-rules.ts'
import type { App } from '#server/platform/app.ts'
import { isoOf } from '#server/platform/database/iso-of.ts'
import { avatarOf } from '#server/platform/database/person.ts'
import { productsByStatus } from '#server/platform/database/products-by-status.ts'

type Member = Person & { memberSince: string }
type Counted = { status: ProductStatus; count: number }
type Decided = { approvals: number; rejections: number }

/** A seller's products by status and the decisions on all their products, deleted ones included and undone ones left out; for admins (product §3). Throws `not-found`. */
export async function findSellerRecord({ sql }: App, sellerId: string): Promise<SellerRecord> {
  const [[person], counted, [decided]] = await Promise.all([
    sql<Member[]>`
      select id, name, shop_name as "shopName", ${sql.unsafe(avatarOf('users'))} as avatar, ${sql.unsafe(isoOf('created_at'))} as "memberSince" from users where id = ${sellerId}`,
    sql.unsafe<Counted[]>(productsByStatus('$1'), [sellerId], { prepare: true }),
    sql<Decided[]>`
      select count(*) filter (where kind = 'product.approve') - count(*) filter (where kind = 'product.undoApprove') as approvals,
        count(*) filter (where kind = 'product.reject') - count(*) filter (where kind = 'product.undoReject') as rejections
      from events where owner_id = ${sellerId} and kind in ('product.approve', 'product.reject', 'product.undoApprove', 'product.undoReject')`,
  ])
  if (!person) throw new AppError('not-found')
  const none = Object.fromEntries(productStatuses.map((status) => [status, 0])) as Record<ProductStatus, number>
  const products = Object.assign(none, Object.fromEntries(counted.map(({ status, count }) => [status, count])))
  return { ...person, products, approvals: decided?.approvals ?? 0, rejections: decided?.rejections ?? 0 }
}
