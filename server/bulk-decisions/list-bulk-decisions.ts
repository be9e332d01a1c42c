import { sql } from 'drizzle-orm'
import type { ListedBulkDecision } from '#contract/bulk-decisions.ts'
import { limits } from '#domain/limits.ts'
import type { Actor } from '#domain/user.ts'
import { bulkColumns } from '#server/bulk-decisions/bulk-row.ts'
import type { App } from '#server/platform/app.ts'

const { shownMs, doneShown, unreadShown } = limits.bulk

/**
 * Everybody's bulk decisions that are held, running or were finished lately, newest first, with a result per item; for admins (product §3).
 * What became of one's own is listed until one has dismissed it, however long ago that was.
 */
export async function listBulkDecisions({ db }: App, { id: me, sessionId }: Actor): Promise<ListedBulkDecision[]> {
  const lately = sql`now() - ${shownMs} * interval '1 millisecond'`
  const rows = await db.execute<ListedBulkDecision>(sql`
    select ${bulkColumns}, b.session_id = ${sessionId} as "inThisSession" from (
      (select * from bulk_decisions where status in ('held', 'running'))
      union all
      (select * from bulk_decisions where status = 'done' and finished_at > ${lately} and not (author_id = ${me} and read_at is not null)
        order by finished_at desc limit ${doneShown})
      union all
      (select * from bulk_decisions where status = 'done' and finished_at <= ${lately} and author_id = ${me} and read_at is null
        order by finished_at desc limit ${unreadShown})
    ) b join users u on u.id = b.author_id
    order by b.created_at desc, b.id desc`)
  return [...rows]
}
