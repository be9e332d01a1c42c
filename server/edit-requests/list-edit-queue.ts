import { type SQL, sql } from 'drizzle-orm'
import type { Inputs } from '#contract/inputs.ts'
import { type EditPage, readEdits } from '#server/edit-requests/list-edit-requests.ts'
import type { App } from '#server/platform/app.ts'
import { peopleCalled } from '#server/platform/database/person.ts'
import { patternFor } from '#server/platform/database/search-pattern.ts'
import { limits } from '#server/platform/limits/limits.ts'

/** SQL condition: requests of a suspended seller leave the queue, and return when the seller is reactivated (product §2). */
const sellerIsActive = sql`(r.seller_id is null or u.status = 'active')`

/** Requests of one status, for admins (product §4, `/admin/edit-requests`). */
export function listEditQueue(
  app: App,
  { status, search, field, category, seller_id, sort, ...wanted }: Inputs['editRequests']['queue'],
): Promise<EditPage> {
  const conditions: SQL[] = [sql`r.status = ${status}`]
  if (status === 'pending') conditions.push(sellerIsActive)
  if (search) conditions.push(isFound(patternFor(search)))
  if (field) conditions.push(sql`${field} = any (r.fields)`)
  if (category) conditions.push(sql`p.category = ${category}`)
  if (seller_id) conditions.push(sql`r.seller_id = ${seller_id}`)
  return readEdits(app, { role: 'admin' }, conditions, { ...wanted, newestFirst: sort === 'newest' })
}

/**
 * SQL condition: matches the live title, which a row shows, the title of the product when the request was written, or the seller's name, shop
 * or email.
 */
const isFound = (pattern: string) =>
  sql`(p.title ilike ${pattern} or r.product_title ilike ${pattern} or r.seller_id = any(array(${peopleCalled(pattern, 'edit_requests.seller_id')})))`

/** The number of requests that wait for a decision. Counting stops one above the number shown, which stands for "more". */
export async function countWaitingEdits({ db }: App): Promise<{ pending: number }> {
  const [row] = await db.execute<{ pending: number }>(sql`
    select count(*)::int as pending from (
      select from edit_requests r left join users u on u.id = r.seller_id where r.status = 'pending' and ${sellerIsActive}
      limit ${limits.queue.shownMax + 1}
    ) waiting`)
  return { pending: row?.pending ?? 0 }
}
