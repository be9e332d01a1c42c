import { type SQL, sql } from 'drizzle-orm'
import type { Product } from '#domain/product.ts'
import type { RejectionCode, RejectionField } from '#domain/rejection.ts'
import type { Actor } from '#domain/user.ts'
import type { App } from '#server/platform/app.ts'
import { preparedStatement } from '#server/platform/database/prepared-statement.ts'
import { actorPlaceholders, type Expected, explainDecision, isAsExpected, productAfter, valuesOf } from '#server/products/decide/decide.ts'
import { moveCondition } from '#server/products/decide/move-condition.ts'
import { supersedingForNow, waitsFor, withKnownRequest } from '#server/products/edit/supersede.ts'
import { type RawProduct, withIsoMoments } from '#server/products/product-row.ts'
import { beforeWithReason, recordedMove } from '#server/products/recorded-move.ts'

const reason = sql.placeholder('reason')
const code = sql.placeholder('code')
const fields = sql.placeholder('fields')
// The fields of the rejection are stored with the values after the move, its reason with the event.
const after = sql`moved_after || jsonb_build_object('fields', to_jsonb(${fields}::text[]))`
const whyRejected = { moves: ['archivedByAdmin'], reason, code, before: beforeWithReason, after } as const

const requestId = sql.placeholder('requestId')

/** A prepared rejection. Only a product on sale can have a waiting request, so the plain rejection does not look for one. */
const rejection = (waits: SQL, supersede: SQL) =>
  preparedStatement<RawProduct>(sql`
  with changed as (
    update products set status = 'rejected', edit_request_id = null, rejection_reason = ${reason}, rejection_code = ${code}, rejection_fields = ${fields},
      archived_by_admin = false, status_updated_at = now()
    where ${isAsExpected(sql`(products.status <> 'pending' or products.version = ${sql.placeholder('version')})`)}
      and ${waits} and ${moveCondition('reject', actorPlaceholders)}
    returning *
  ), ${recordedMove('product.reject', actorPlaceholders.id, whyRejected)}${supersede}
  ${productAfter}`)

const reject = rejection(sql`products.edit_request_id is null`, sql``)
const takeDown = rejection(waitsFor(requestId), sql`, ${supersedingForNow(sql`edit_requests.id = ${requestId}`)}`)

type Reason = { code: RejectionCode; rejectionReason: string; fields: readonly RejectionField[] }

/**
 * Rejects a product, or takes it off sale and supersedes its waiting request, with a reason for the seller (product §3). Throws `not-found`,
 * `no-seller`, `own-product`, `seller-suspended`, `wrong-status`, and with the fresh product `stale-version` or `already-decided`.
 */
export async function rejectProduct(
  app: App,
  actor: Actor,
  { code, rejectionReason, fields, ...expected }: Expected & Reason,
): Promise<Product> {
  const values = { ...valuesOf(actor, expected), reason: rejectionReason, code, fields: [...new Set(fields)] }
  const row = await withKnownRequest(app, expected.id, async (requestId) => {
    const [rejected] = requestId === null ? await reject(app.sql, values) : await takeDown(app.sql, { ...values, requestId })
    return rejected
  })
  if (!row) return explainDecision(app, actor, 'reject', expected)
  app.feed.wake()
  return withIsoMoments(row)
}
