import { sql } from 'drizzle-orm'
import type { Inputs } from '#contract/inputs.ts'
import type { BulkDecision } from '#domain/bulk-decision.ts'
import type { Actor } from '#domain/user.ts'
import { findOwnBulkDecision, writeBulkDecision } from '#server/bulk-decisions/bulk-row.ts'
import type { App } from '#server/platform/app.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { idFor } from '#server/products/create-product.ts'
import { stillActive } from '#server/sessions/still-active.ts'

type Wanted = Inputs['bulkDecisions']['start']

const none = { code: null, rejectionReason: null, fields: [] }

/**
 * Stores many decisions with the expected versions and delays them, so that they can be undone (product §3). A problem with one item, even
 * that it does not exist, becomes its result and does not refuse the others. A repeated key returns the bulk decision it started. Throws
 * `not-signed-in`, `account-suspended`, `not-allowed`.
 */
export async function startBulkDecision(app: App, actor: Actor, { noun, decision, items, key, ...given }: Wanted): Promise<BulkDecision> {
  const { code, rejectionReason, fields } = { ...none, ...given }
  const id = key === undefined ? newId() : idFor(actor, key)
  const begun = await writeBulkDecision(
    app,
    sql`insert into bulk_decisions (id, noun, decision, author_id, session_id, items, code, rejection_reason, fields, runs_at)
    select ${id}, ${noun}, ${decision}, ${actor.id}, ${actor.sessionId}, ${JSON.stringify(items)}::jsonb, ${code}, ${rejectionReason},
      array(select json_array_elements_text(${JSON.stringify([...new Set(fields)])}::json)), now() + ${limits.bulk.undoMs} * interval '1 millisecond'
    where ${stillActive(actor)} on conflict (id) do nothing`,
  )
  return begun ?? findOwnBulkDecision(app, actor, id)
}
