import { sql } from 'drizzle-orm'
import type { Inputs } from '#contract/inputs.ts'
import { AppError } from '#domain/errors.ts'
import type { ProductStatus } from '#domain/product.ts'
import type { Actor, Role } from '#domain/user.ts'
import type { App } from '#server/platform/app.ts'
import { peopleCalled } from '#server/platform/database/person.ts'
import { patternFor } from '#server/platform/database/search-pattern.ts'
import { refusalText } from '#server/platform/problem-texts.ts'
import { type Condition, type Conditions, type ProductPage, readPage, withTotal } from '#server/products/list/product-page.ts'
import { listColumns, ownListColumns } from '#server/products/product-row.ts'
import { isSku } from '#server/products/unique-skus.ts'
import { visibleTo } from '#server/products/visible-to.ts'

/** Condition: the title matches the pattern, or the search text is the whole SKU. */
export const isFound = (pattern: unknown, search: unknown) => sql`(products.title ilike ${pattern} or ${isSku(search)})`

/** The same for admins, who also find the products of a seller by name, shop and email. */
export const foundByAdmins = (pattern: unknown, search: unknown) =>
  sql`(${isFound(pattern, search)} or products.seller_id = any(array(${peopleCalled(pattern, 'products.seller_id')})))`

const pattern = sql.placeholder('pattern')
const typed = sql.placeholder('search')
const title = isFound(pattern, typed)
const found: Record<Role, Condition> = {
  seller: { where: title },
  admin: {
    ways: [
      { where: title },
      { each: sql`(${peopleCalled(pattern, 'products.seller_id')}) seller`, where: sql`products.seller_id = seller.id` },
    ],
  },
}

/** Finds the search text in the title, literally, or as the whole SKU; for admins also in the seller's name, shop and email. */
export function searchCondition(search: string | undefined, role: Role): Conditions[string] {
  return search ? { ...found[role], values: { pattern: patternFor(search), search } } : null
}

/** Products with this status. */
export const statusCondition = (status: ProductStatus | undefined): Conditions[string] =>
  status ? { where: sql`products.status = ${sql.placeholder('status')}`, values: { status } } : null

/**
 * A seller's own products; for an admin, those of the given user (spec §7). The seller comes from the session alone (product §3).
 * Throws `invalid-argument` if an admin gives no user.
 */
export async function listProducts(
  app: App,
  actor: Actor,
  { userId, search, status, ...wanted }: Inputs['products']['list'],
): Promise<ProductPage> {
  const sellerId = actor.role === 'admin' ? userId : actor.id
  if (!sellerId) throw new AppError('invalid-argument', { field: 'userId', ...refusalText('user-needed') })
  const [scope, conditions]: [string, Conditions] = [
    `list ${actor.role}`,
    {
      visible: { where: visibleTo({ id: sql.placeholder('sellerId'), role: actor.role }), values: {} },
      seller: { where: sql`products.seller_id = ${sql.placeholder('sellerId')}`, values: { sellerId } },
      status: statusCondition(status),
      search: searchCondition(search, 'seller'),
    },
  ]
  const columns = actor.role === 'seller' ? ownListColumns : listColumns
  return withTotal(app, scope, wanted, conditions, await readPage(app, scope, wanted, conditions, columns))
}
