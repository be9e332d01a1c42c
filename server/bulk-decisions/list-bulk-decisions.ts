import { sql } from 'drizzle-orm'
import type { BulkDecision } from '#domain/bulk-decision.ts'
import { limits } from '#domain/limits.ts'
import type { App } from '#server/app.ts'
import { bulkColumns } from '#server/bulk-decisions/bulk-row.ts'

const { shownMs, doneShown } = limits.bulk

/** Everybody's bulk decisions that are held, running or were finished lately, newest first, with a result per product; for admins (product §3). */
export async function listBulkDecisions({ db }: App): Promise<BulkDecision[]> {
  const rows = await db.execute<BulkDecision>(sql`
    select ${bulkColumns} from (
      (select * from bulk_decisions where status in ('held', 'running'))
      union all
      (select * from bulk_decisions where status = 'done' and finished_at > now() - ${shownMs} * interval '1 millisecond'
        order by finished_at desc limit ${doneShown})
    ) b join users u on u.id = b.author_id
    order by b.created_at desc, b.id desc`)
  return [...rows]
}
