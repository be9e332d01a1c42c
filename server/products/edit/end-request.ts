import { type SQL, sql } from 'drizzle-orm'
import { editRequestMoves, type FieldDecision } from '#domain/edit-request.ts'
import type { Product } from '#domain/product.ts'
import type { RejectionCode } from '#domain/rejection.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { type NewEvent, record } from '#server/platform/events/record.ts'

type End = {
  id: string
  /** Locked; null if the request names a deleted product. */
  product: Pick<Product, 'id' | 'title'> | null
  move: 'approve' | 'approvePartly' | 'reject' | 'withdraw'
  actorId: string
  /** SQL condition on `edit_requests`: what must hold for the request and the actor. */
  may: SQL
  decisions?: readonly FieldDecision[]
  reason?: string | null
  code?: RejectionCode | null
  /** The names of the affected fields, with their values before and after. */
  event?: Pick<NewEvent, 'fields' | 'before' | 'after'>
}

type Ended = { ownerId: string | null; title: string; fields: string[] }

/** Ends a waiting request by one of its moves, records the event and clears `edit_request_id` of the product. Null if `may` did not hold. */
export async function endRequest(tx: Tx, { id, product, move, actorId, may, decisions = [], reason = null, code = null, event }: End) {
  const decided = move !== 'withdraw'
  const [ended] = await tx.execute<Ended>(sql`
    update edit_requests set status = ${editRequestMoves[move].to}, decisions = ${JSON.stringify(decisions)}::jsonb, rejection_reason = ${reason},
      decided_by = ${decided ? actorId : null}, decided_at = now(), product_title = ${product ? product.title : sql`product_title`}
    where id = ${id} and status = 'pending' and ${may}
    returning seller_id as "ownerId", product_title as title, fields`)
  if (!ended) return null
  if (product) await tx.execute(sql`update products set edit_request_id = null where id = ${product.id} and edit_request_id = ${id}`)
  const about = { itemId: id, ownerId: ended.ownerId, actorId, title: ended.title, fields: ended.fields, reason, code }
  const values = { before: { status: 'pending', ...event?.before }, after: { status: editRequestMoves[move].to, ...event?.after } }
  await record(tx, { ...about, ...event, ...values, kind: `editRequest.${move}` })
  return ended
}
