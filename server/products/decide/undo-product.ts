import { type SQL, sql } from 'drizzle-orm'
import { AppError } from '#domain/errors.ts'
import { whyNot } from '#domain/moves.ts'
import type { Product } from '#domain/product.ts'
import { productMoves } from '#domain/product-rules.ts'
import type { Actor } from '#domain/user.ts'
import type { App } from '#server/platform/app.ts'
import { preparedStatement } from '#server/platform/database/prepared-statement.ts'
import { eventRow, recorded } from '#server/platform/events/record.ts'
import { canUndo, formerly, lastEvent, undoEvents, undoRefusal } from '#server/platform/events/undo.ts'
import { actorPlaceholders, type Expected, productAfter, valuesOf } from '#server/products/decide/decide.ts'
import { moveCondition } from '#server/products/decide/move-condition.ts'
import { sellerStays } from '#server/products/decide/restore-product.ts'
import { heldUntil } from '#server/products/edit/supersede.ts'
import { findProduct } from '#server/products/find-product.ts'
import { type RawProduct, withIsoMoments } from '#server/products/product-row.ts'
import { movedDetails, movedIn } from '#server/products/recorded-move.ts'
import { assertActive } from '#server/sessions/still-active.ts'

const id = sql.placeholder('id')
/** An order of the product after the decision. Before an approval there may be many, placed while it was on sale earlier. */
export const wasOrdered = sql`exists (select from order_lines l join events o on o.item_id = l.order_id and o.kind = 'order.placed' and o.id > last.id
    where l.product_id = products.id)`

/** How many of the newest messages of a chat may be about the decision. */
const messagesRead = 100

/** A change that was proposed or decided after the decision, other than the request that the decision superseded. */
const wasProposed = sql`exists (select from edit_requests r join events o on o.item_id = r.id and o.id > last.id and o.kind <> 'editRequest.supersede'
    where r.product_id = products.id)`

/** A message in the seller's chat after the decision that names the product, as its link does. */
export const wasDiscussed = sql`exists (select from chats c join chat_messages m on m.chat_id = c.id and m.number > c.last_number - ${sql.raw(String(messagesRead))}
    join chat_texts words on words.chat_id = m.chat_id and words.number = m.number
    where c.buyer_id = products.seller_id and m.event_id > last.id and strpos(words.text, products.id) > 0)`

/** The decision on this item was one of a bulk decision, which can be undone only before it runs. */
export const wasInBulk = (itemId: SQL) => sql`exists (select from bulk_decisions b join bulk_results r on r.bulk_id = b.id
    where b.author_id = last.actor_id and b.status in ('running', 'done') and (b.finished_at is null or b.finished_at >= last.created_at)
      and r.product_id = ${itemId} and r.code is null)`

const before = (name: string) => sql.raw(`last.before ->> '${name}'`)
const formerVersion = formerly('approvedVersion', 'integer', 'products.approved_version')
const archived = sql`last.kind = 'product.archive'`

const events = undoEvents(
  'product',
  {
    itemId: sql`moved.id`,
    ownerId: sql`moved.seller_id`,
    actorId: sql`${actorPlaceholders.id}`,
    title: sql`moved.title`,
    ...movedDetails,
  },
  'moved',
)

const reopened = eventRow(
  {
    kind: 'editRequest.reopen',
    itemId: sql`id`,
    ownerId: sql`seller_id`,
    actorId: sql`${actorPlaceholders.id}`,
    fields: sql`fields`,
    title: sql`product_title`,
    before: sql`'{"status": "superseded"}'`,
    after: sql`'{"status": "pending"}'`,
  },
  sql`from reopened`,
)

/**
 * The row must be as it was when the statement began (`ctid`): what another transaction did meanwhile would be missing from what this one
 * reads. The version moves on, so that no decision on the state before applies; what was approved last is still the same content.
 */
const undo = preparedStatement<RawProduct>(sql`
  with ${lastEvent(id)}, changed as (
    update products set status = (${before('status')})::product_status, version = products.version + 1,
      approved_price = ${formerly('approvedPrice', 'bigint', 'products.approved_price')},
      approved_version = case when ${formerVersion} = products.version then products.version + 1 else ${formerVersion} end,
      archived_by_admin = ${formerly('archivedByAdmin', 'boolean', 'products.archived_by_admin')},
      rejection_reason = case when ${archived} then products.rejection_reason else ${before('rejectionReason')} end,
      rejection_code = case when ${archived} then products.rejection_code else ${before('rejectionCode')} end,
      rejection_fields = case when ${archived} then products.rejection_fields
        else array(select jsonb_array_elements_text(last.before -> 'rejectionFields')) end,
      edit_request_id = (select r.id from edit_requests r
        where r.product_id = products.id and r.status = 'superseded' and r.decided_at = last.created_at),
      status_updated_at = now()
    from last, products old
    where products.id = ${id} and old.id = products.id and old.ctid = products.ctid
      and products.status = ${sql.placeholder('status')} and products.version = ${sql.placeholder('version')} and products.edit_request_id is null
      and ${canUndo('product', actorPlaceholders.id)}
      and not (last.kind = 'product.approve' and ${wasOrdered}) and not ${wasProposed} and not ${wasDiscussed} and not ${wasInBulk(sql`products.id`)}
      and ${sellerStays} and ${moveCondition('undo', actorPlaceholders)}
    returning products.*
  ), ${movedIn(['archivedByAdmin', 'approvedPrice', 'approvedVersion', 'rejectionReason'])} ${recorded('event', events)}, reopened as (
    update edit_requests set status = 'pending', decided_at = null, version = edit_requests.version + 1, updated_at = now() from changed
    where edit_requests.id = changed.edit_request_id
    returning edit_requests.id, edit_requests.seller_id, edit_requests.product_title, edit_requests.fields
  ), ${recorded('reopening', reopened)}, returned as (
    update files set released_at = null from changed, last
    where files.product_id = changed.id and files.released_at = ${heldUntil(sql`last.created_at`)}
  )
  ${productAfter}`)

/**
 * Undoes the actor's own approval, rejection, take-down or archiving, as long as nothing followed it (product §3). Throws `not-found`,
 * `not-yours`, `seller-closed`, `seller-is-admin`, `too-late` with the fresh product.
 */
export async function undoProduct(app: App, actor: Actor, expected: Expected): Promise<Product> {
  const [row] = await undo(app.sql, valuesOf(actor, expected))
  if (!row) return explainUndo(app, actor, expected)
  app.feed.wake()
  return withIsoMoments(row)
}

async function explainUndo(app: App, actor: Actor, { id, status, version }: Expected): Promise<never> {
  await assertActive(app, actor)
  const fresh = await findProduct(app, actor, id)
  if (fresh.status !== status || fresh.version !== version) throw new AppError('too-late', { detail: { fresh } })
  const problem = whyNot(actor, productMoves.undo, fresh)
  const refusal = await undoRefusal(app, actor.id, id, fresh)
  if (refusal.code === 'not-yours' || problem === null || problem === 'wrong-status') throw refusal
  throw new AppError(problem, { detail: { fresh } })
}
