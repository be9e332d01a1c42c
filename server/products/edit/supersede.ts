import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { App } from '#server/platform/app.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { eventRow, recorded } from '#server/platform/events/record.ts'
import { limits } from '#server/platform/limits/limits.ts'

const supersedeEvents = eventRow(
  {
    kind: 'editRequest.supersede',
    itemId: sql`id`,
    ownerId: sql`seller_id`,
    actorId: sql`null`,
    fields: sql`fields`,
    title: sql`product_title`,
    before: sql`'{"status": "pending"}'`,
    after: sql`'{"status": "superseded"}'`,
  },
  sql`from superseded`,
)

/**
 * CTEs that supersede the waiting request of each product in a CTE `changed` (with `id`), record it with the system as actor, and release
 * the proposed pictures (product §3). `which` narrows the requests to those that the statement can see. `kept` is true for `files` that
 * another request now proposes; the others are removed from the store after `releasedAt`.
 */
const superseding = (which: SQL, kept: SQL, releasedAt: SQL): SQL => sql`superseded as (
    update edit_requests set status = 'superseded', decided_at = now() from changed
    where edit_requests.product_id = changed.id and edit_requests.status = 'pending' and ${which}
    returning edit_requests.id, edit_requests.seller_id, edit_requests.product_title, edit_requests.fields
  ), ${recorded('superseding', supersedeEvents)}, let_go as (
    update files set released_at = ${releasedAt} from changed
    where product_id = changed.id and proposed_at is not null and named_at is null and released_at is null
      and exists (select from superseded) and not ${kept}
  )`

/** When the pictures of a request are removed that was superseded at this time by a decision that can be undone. */
export const heldUntil = (supersededAt: SQL): SQL => sql`${supersededAt} + ${sql.raw(`interval '${limits.undo.pictureMs} milliseconds'`)}`

/** `superseding` for a decision that can be undone: the request can return with its pictures (product §3). */
export const supersedingForNow = (which: SQL): SQL => superseding(which, sql`false`, heldUntil(sql`now()`))

/** Supersedes the waiting requests of products that the transaction has locked. Pictures with a path in `kept` are not released. */
export async function supersedeIn(tx: Tx, productIds: readonly string[], kept: readonly string[] = []): Promise<void> {
  const isKept = sql`path = any (array(select jsonb_array_elements_text(${JSON.stringify(kept)}::jsonb)))`
  await tx.execute(sql`
    with changed as (
      select jsonb_array_elements_text(${JSON.stringify(productIds)}::jsonb) as id
    ), ${superseding(sql`true`, isKept, sql`now()`)}, freed as (
      update products set edit_request_id = null from changed where products.id = changed.id and edit_request_id is not null
    )
    select from changed`)
}

/** SQL condition on `products`: exactly this request waits, or none if it is null. */
export const waitsFor = (requestId: SQL | Placeholder): SQL => sql`products.edit_request_id is not distinct from ${requestId}::text`

/**
 * Runs a statement that takes a product off sale and supersedes its waiting request. A statement sees only requests that existed when it began, so
 * it names the known one and requires that no other waits; if another does, it runs again with that one. The sweep removes the pictures of the
 * superseded request from the store.
 */
export async function withKnownRequest<Row>(
  app: Pick<App, 'sql'>,
  productId: string,
  run: (requestId: string | null) => Promise<Row | undefined>,
): Promise<Row | undefined> {
  let known: string | null = null
  for (;;) {
    const row = await run(known)
    if (row) return row
    const [now] = await app.sql<{ waits: string | null }[]>`select edit_request_id as waits from products where id = ${productId}`
    if (!now || now.waits === known) return undefined
    known = now.waits
  }
}
