import { sql } from 'drizzle-orm'
import type { BulkDecision } from '#domain/bulk-decision.ts'
import { AppError } from '#domain/errors.ts'
import type { Actor } from '#domain/user.ts'
import { findOwnBulkDecision, writeBulkDecision } from '#server/bulk-decisions/bulk-row.ts'
import type { App } from '#server/platform/app.ts'
import { stillActive } from '#server/sessions/still-active.ts'

/**
 * Undoes a bulk decision while it is held, so that none of it happens (product §3). Repeating it answers like the first time. Throws
 * `not-found`, `not-yours` to others than its author, `too-late` once its first decision is being made.
 */
export async function undoBulkDecision(app: App, actor: Actor, id: string): Promise<BulkDecision> {
  // The node that makes the first decision locks this row until the commit, so the undo comes either before it or too late.
  const undone = await writeBulkDecision(
    app,
    sql`update bulk_decisions set status = 'undone', finished_at = now()
    where id = ${id} and author_id = ${actor.id} and status = 'held' and ${stillActive(actor)}`,
  )
  if (undone) return undone
  const fresh = await findOwnBulkDecision(app, actor, id)
  if (fresh.status !== 'undone') throw new AppError('too-late', { detail: { fresh } })
  return fresh
}
