import { sql } from 'drizzle-orm'
import type { BulkDecision } from '#domain/bulk-decision.ts'
import type { App } from '#server/platform/app.ts'

const iso = (column: string) => `to_char(b.${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** A bulk decision as sent over the wire, from `bulk_decisions b join users u`. */
export const bulkColumns =
  sql.raw(`b.id, b.noun, b.decision, b.status, jsonb_build_object('id', u.id, 'name', u.name) as by, b.items, b.code,
  b.rejection_reason as "rejectionReason", ${iso('runs_at')} as "runsAt", ${iso('finished_at')} as "finishedAt",
  (select coalesce(jsonb_agg(jsonb_build_object('id', r.product_id, 'title', r.title, 'code', r.code, 'message', r.message) order by r.at), '[]')
    from bulk_results r where r.bulk_id = b.id) as results`)

/** A bulk decision of any author. */
export async function findBulkDecision({ db }: App, id: string): Promise<BulkDecision | undefined> {
  const [found] = await db.execute<BulkDecision>(
    sql`select ${bulkColumns} from bulk_decisions b join users u on u.id = b.author_id where b.id = ${id}`,
  )
  return found
}
