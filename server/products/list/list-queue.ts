import { sql } from 'drizzle-orm'
import type { Inputs } from '#contract/inputs.ts'
import type { App } from '#server/platform/app.ts'
import { searchCondition, statusCondition } from '#server/products/list/list-products.ts'
import { type Conditions, type ProductPage, readPage } from '#server/products/list/product-page.ts'
import { visibleTo } from '#server/products/visible-to.ts'

const visibleToAdmins = visibleTo({ id: sql.placeholder('actorId'), role: 'admin' })

// The pending products of a suspended seller wait with their status unchanged (product §2); a closed account has none.
const ofActiveSellers: Conditions[string] = { where: sql`(u.status = 'active' or products.seller_id is null)`, values: {} }

/** Products that wait for a decision, or were decided, by `sort`, by default longest waiting first (product §3, `/admin/product-approval`). */
export function listQueue(app: App, { status, search, category, seller_id, ...wanted }: Inputs['products']['queue']): Promise<ProductPage> {
  return readPage(app, 'queue', wanted, {
    visible: { where: visibleToAdmins, values: {} },
    status: statusCondition(status),
    overlay: status === 'pending' ? ofActiveSellers : null,
    category: category ? { where: sql`products.category = ${sql.placeholder('category')}`, values: { category } } : null,
    seller: seller_id ? { where: sql`products.seller_id = ${sql.placeholder('sellerId')}`, values: { sellerId: seller_id } } : null,
    search: searchCondition(search, 'admin'),
  })
}
