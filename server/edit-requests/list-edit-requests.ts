import { type SQL, sql } from 'drizzle-orm'
import type { EditRequest } from '#domain/edit-request.ts'
import type { Actor } from '#domain/user.ts'
import { editRequestSource, listColumns, rowFor } from '#server/edit-requests/edit-request-row.ts'
import { visibleEditsTo } from '#server/edit-requests/find-edit-request.ts'
import type { App } from '#server/platform/app.ts'
import { cursorAfter, pageBy, placeIn } from '#server/platform/database/newest-first.ts'
import { findProduct } from '#server/products/find-product.ts'

export type EditPage = { rows: EditRequest[]; next: string | null }
type Wanted = { cursor?: string | undefined; limit: number }

/** A page of the requests that meet all conditions, by creation time. Throws `invalid-argument` for an invalid cursor. */
export async function readEdits(
  { db }: Pick<App, 'db'>,
  actor: Pick<Actor, 'role'>,
  conditions: readonly SQL[],
  { cursor, limit, newestFirst }: Wanted & { newestFirst: boolean },
): Promise<EditPage> {
  const place = placeIn(cursor)
  const [after, direction] = newestFirst ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`]
  const further = place ? sql`(r.created_at, r.id) ${after} (${place.createdAt}::timestamptz, ${place.id})` : sql`true`
  const rows = await db.execute<EditRequest>(sql`
    select ${listColumns} from ${editRequestSource(actor)} where ${sql.join([...conditions, further], sql` and `)}
    order by r.created_at ${direction}, r.id ${direction} limit ${limit + 1}`)
  return pageBy(rows, limit, ({ id, created_at }) => cursorAfter({ id, createdAt: created_at }))
}

/** All requests to change one product, newest first, for its seller and admins (product §4). Throws `not-found`. */
export async function listEditRequests(
  app: App,
  actor: Actor,
  { product_id, ...wanted }: Wanted & { product_id: string },
): Promise<EditPage> {
  const { rows, next } = await readEdits(app, actor, [sql`r.product_id = ${product_id}`, visibleEditsTo(actor)], {
    ...wanted,
    newestFirst: true,
  })
  // Requests outlive their product.
  if (rows.length === 0) await findProduct(app, actor, product_id)
  return { rows: rows.map((row) => rowFor(actor, row)), next }
}
