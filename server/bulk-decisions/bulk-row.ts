import { type SQL, sql } from 'drizzle-orm'
import type { ListedBulkDecision } from '#contract/bulk-decisions.ts'
import type { BulkDecision, BulkResult } from '#domain/bulk-decision.ts'
import { AppError } from '#domain/errors.ts'
import type { NamedText } from '#domain/shape-texts.ts'
import type { Actor } from '#domain/user.ts'
import type { App } from '#server/platform/app.ts'
import { isoOf } from '#server/platform/database/iso-of.ts'
import { hinted } from '#server/platform/events/record.ts'
import { sentenceOf } from '#server/platform/problem-texts.ts'
import { assertActive } from '#server/sessions/still-active.ts'

const iso = (column: string) => isoOf(`b.${column}`)

/** A bulk decision, from `bulk_decisions b join users u`. */
export const bulkColumns =
  sql.raw(`b.id, b.noun, b.decision, b.status, jsonb_build_object('id', u.id, 'name', u.name) as by, b.items, b.code,
  b.rejection_reason as "rejectionReason", ${iso('runs_at')} as "runsAt", ${iso('finished_at')} as "finishedAt",
  (select coalesce(jsonb_agg(jsonb_build_object('id', r.product_id, 'title', r.title, 'code', r.code, 'message', r.message, 'named', r.named) order by r.at), '[]')
    from bulk_results r where r.bulk_id = b.id) as results`)

type Stored = Omit<ListedBulkDecision, 'results'> & { results: (BulkResult & { named: NamedText | null })[] }

/** Bulk decisions as sent over the wire, by a statement that returns `bulkColumns`. */
export async function readBulkDecisions({ db }: App, statement: SQL): Promise<ListedBulkDecision[]> {
  const rows = await db.execute<Stored>(statement)
  return rows.map(({ results, ...row }) => ({
    ...row,
    results: results.map(({ named, message, ...result }) => ({ ...result, message: sentenceOf({ message, named }) })),
  }))
}

/** Carries out a statement that writes one bulk decision, with its hint; undefined if it wrote none. */
export async function writeBulkDecision(app: App, statement: SQL): Promise<BulkDecision | undefined> {
  const [written] = await readBulkDecisions(
    app,
    sql`with b as (${statement} returning *), ${hinted('bulk.change', sql`select id, null from b`)}
    select ${bulkColumns} from b join users u on u.id = b.author_id`,
  )
  if (written) app.feed.wake()
  return written
}

/** The actor's own bulk decision, after a write on it changed nothing. Throws as `assertActive`, `not-found`, `not-yours`. */
export async function findOwnBulkDecision(app: App, actor: Actor, id: string): Promise<BulkDecision> {
  await assertActive(app, actor)
  const its = sql`select ${bulkColumns} from bulk_decisions b join users u on u.id = b.author_id where b.id = ${id}`
  const [fresh] = await readBulkDecisions(app, its)
  if (!fresh) throw new AppError('not-found')
  if (fresh.by.id !== actor.id) throw new AppError('not-yours')
  return fresh
}
