import { sql } from 'drizzle-orm'
import type { BulkDecision } from '#domain/bulk-decision.ts'
import { AppError } from '#domain/errors.ts'
import type { Actor } from '#domain/user.ts'
import { bulkColumns, findBulkDecision } from '#server/bulk-decisions/bulk-row.ts'
import type { App } from '#server/platform/app.ts'
import { assertActive } from '#server/sessions/assert-active.ts'
import { stillActive } from '#server/sessions/still-active.ts'

/**
 * Takes a bulk decision back while it is held: then nothing of it ever happens (product §3). Undoing it again is answered like the first time.
 * Throws `not-found`, `not-yours` for anybody but its author, `too-late` once its first decision is being made.
 */
export async function undoBulkDecision(app: App, actor: Actor, id: string): Promise<BulkDecision> {
  // Whoever makes its first decision holds this row until that is committed, so it is either undone before or not at all.
  const [undone] = await app.db.execute<BulkDecision>(sql`
    with b as (
      update bulk_decisions set status = 'undone', finished_at = now()
      where id = ${id} and author_id = ${actor.id} and status = 'held' and ${stillActive(actor)}
      returning *
    ), told as (
      insert into feed_waiting (kind, item_id) select 'bulk.change', id from b
    )
    select ${bulkColumns} from b join users u on u.id = b.author_id`)
  if (!undone) return explainUndo(app, actor, id)
  app.feed.wake()
  return undone
}

async function explainUndo(app: App, actor: Actor, id: string): Promise<BulkDecision> {
  await assertActive(app, actor)
  const fresh = await findBulkDecision(app, id)
  if (!fresh) throw new AppError('not-found')
  if (fresh.by.id !== actor.id) throw new AppError('not-yours')
  if (fresh.status !== 'undone') throw new AppError('too-late', { detail: { fresh } })
  return fresh
}
