import { sql } from 'drizzle-orm'
import type { ListedBulkDecision } from '#contract/bulk-decisions.ts'
import type { Actor } from '#domain/user.ts'
import { bulkColumns, findOwnBulkDecision, readBulkDecisions, writeBulkDecision } from '#server/bulk-decisions/bulk-row.ts'
import type { App } from '#server/platform/app.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { stillActive } from '#server/sessions/still-active.ts'

const { shownMs, doneShown, unreadShown } = limits.bulk

/**
 * All bulk decisions that are held, running or recently finished, newest first, with a result per item; for admins (product §3). The
 * actor's own stay listed until the actor dismisses them.
 */
export async function listBulkDecisions(app: App, { id: me, sessionId }: Actor): Promise<ListedBulkDecision[]> {
  const lately = sql`now() - ${shownMs} * interval '1 millisecond'`
  return readBulkDecisions(
    app,
    sql`
    select ${bulkColumns}, b.session_id = ${sessionId} as "inThisSession" from (
      (select * from bulk_decisions where status in ('held', 'running'))
      union all
      (select * from bulk_decisions where status = 'done' and finished_at > ${lately} and not (author_id = ${me} and read_at is not null)
        order by finished_at desc limit ${doneShown})
      union all
      (select * from bulk_decisions where status = 'done' and finished_at <= ${lately} and author_id = ${me} and read_at is null
        order by finished_at desc limit ${unreadShown})
    ) b join users u on u.id = b.author_id
    order by b.created_at desc, b.id desc`,
  )
}

/**
 * Dismisses a bulk decision: once it is done, its author no longer sees it on any device. Repeating it answers like the first time. Throws
 * `not-found`, and `not-yours` for anyone but its author.
 */
export async function dismissBulkDecision(app: App, actor: Actor, id: string): Promise<Record<string, never>> {
  const its = sql`where id = ${id} and author_id = ${actor.id} and ${stillActive(actor)}`
  const read = await writeBulkDecision(app, sql`update bulk_decisions set read_at = now() ${its}`)
  if (!read) await findOwnBulkDecision(app, actor, id)
  return {}
}
