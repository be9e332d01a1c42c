import type { Inputs } from '#contract/inputs.ts'
import type { TimelineEntry } from '#contract/products.ts'
import type { Actor } from '#domain/user.ts'
import type { App } from '#server/platform/app.ts'
import { isoOf } from '#server/platform/database/iso-of.ts'
import { numberedPlaceIn, pageOf } from '#server/platform/database/newest-first.ts'
import { withSeller } from '#server/platform/events/with-seller.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { findProduct } from '#server/products/find-product.ts'

type Step = Omit<TimelineEntry, 'at'> & { createdAt: string }

/**
 * The history of a product and its edit requests, newest first (product §3). Sellers see the time in which the product was theirs, and that an
 * admin acted, but not which one. Throws `not-found`, and `invalid-argument` for an invalid cursor.
 */
export async function listTimeline(
  app: App,
  actor: Actor,
  { id, cursor }: Inputs['products']['timeline'],
): Promise<{ rows: TimelineEntry[]; next: string | null }> {
  // Events of a product are numbered in their order, so the id in the cursor is enough.
  const last = numberedPlaceIn(cursor)?.id
  const { id: productId } = await findProduct(app, actor, id)
  const further = last === undefined ? app.sql`true` : app.sql`e.id < ${last}::bigint`
  const theirs = actor.role === 'admin' ? app.sql`true` : app.sql`e.owner_id = ${actor.id}`
  const steps = await app.sql<Step[]>`
    select e.id::text, e.kind, ${app.sql.unsafe(isoOf('e.created_at'))} as "createdAt", u.name as by,
      e.actor_id is not null and e.actor_id is distinct from e.owner_id as "byAdmin", e.fields, d.reason,
      ${app.sql.unsafe(withSeller('before'))}, ${app.sql.unsafe(withSeller('after'))}
    from events e left join event_details d on d.event_id = e.id left join users u on u.id = e.actor_id
    where e.item_id = any (array(select id from edit_requests where product_id = ${productId}) || ${productId}::text) and ${theirs} and ${further}
    order by e.id desc limit ${limits.page.size + 1}`
  const { rows, next } = pageOf(steps, limits.page.size)
  return { rows: rows.map((step) => entryFor(actor, step)), next }
}

const entryFor = (actor: Actor, { createdAt, ...step }: Step): TimelineEntry => ({
  ...step,
  at: createdAt,
  by: step.byAdmin && actor.role !== 'admin' ? null : step.by,
  // Sellers do not learn the other owner.
  ...(step.kind === 'product.assign' && actor.role !== 'admin' && { before: null, after: null }),
})
