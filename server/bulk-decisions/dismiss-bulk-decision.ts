import { sql } from 'drizzle-orm'
import { AppError } from '#domain/errors.ts'
import type { Actor } from '#domain/user.ts'
import { findBulkDecision } from '#server/bulk-decisions/bulk-row.ts'
import type { App } from '#server/platform/app.ts'
import { stillActive } from '#server/sessions/still-active.ts'
import { refuseInactive } from '#server/sessions/why-inactive.ts'

/**
 * Its author needs to see no more of what becomes of a bulk decision: once done it is out of his sight, on every device.
 * Again is answered like the first time. Throws `not-found`, `not-yours` for anybody but its author.
 */
export async function dismissBulkDecision(app: App, actor: Actor, id: string): Promise<Record<string, never>> {
  const [read] = await app.db.execute(sql`
    with b as (
      update bulk_decisions set read_at = now()
      where id = ${id} and author_id = ${actor.id} and ${stillActive(actor)}
      returning id
    ), told as (
      insert into feed_waiting (kind, item_id) select 'bulk.change', id from b
    )
    select id from b`)
  if (!read) return explainDismissal(app, actor, id)
  app.feed.wake()
  return {}
}

async function explainDismissal(app: App, actor: Actor, id: string): Promise<never> {
  await refuseInactive(app, actor)
  const fresh = await findBulkDecision(app, id)
  if (!fresh) throw new AppError('not-found')
  throw new AppError('not-yours')
}
