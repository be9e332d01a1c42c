import { and, eq, sql } from 'drizzle-orm'
import type { ImportChange, ImportStatus } from '#domain/product-import.ts'
import type { ImportRow } from '#server/imports/import-row.ts'
import { lacking } from '#server/imports/plan-rows.ts'
import type { Refused } from '#server/imports/read-row.ts'
import { asCells, distinct, type RowProblem } from '#server/imports/row-problems.ts'
import type { App } from '#server/platform/app.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { importProblems, imports } from '#server/platform/database/tables/imports.ts'
import { hint } from '#server/platform/events/record.ts'
import { limits } from '#server/platform/limits/limits.ts'

/** What happened to a row. `waiting` lists the changed fields that wait for review. */
export type Outcome = { row: number } & (
  | { kind: 'created' }
  | { kind: 'updated'; waiting: readonly unknown[] }
  | { kind: 'unchanged' }
  | Refused
)

/** The import was cancelled or another node works on it: what this node would still write does not count. */
export class WorkLost extends Error {}

const soon = sql`now() + ${limits.import.leaseMs} * interval '1 millisecond'`

/** Claims the oldest import that waits for work or whose node fell silent. Returns null if there is none. */
export async function claimImport({ db }: App): Promise<ImportRow | null> {
  const others = sql`select from imports o where o.user_id = i.user_id and o.id <> i.id and o.status in ('checking', 'running') and o.held_until > now()`
  // One file of a person at a time: two would wait for each other's locks.
  const next = sql`(select id from imports i where status in ('checking', 'running') and (held_until is null or held_until < now())
    and not exists (${others}) order by created_at, id limit 1 for update skip locked)`
  const [claimed] = await db.update(imports).set({ heldUntil: soon }).where(eq(imports.id, next)).returning()
  return claimed ?? null
}

/** Condition: the import is still claimed by this node and as this node last wrote it. */
const isClaimed = ({ id, status, done, heldUntil }: ImportRow) =>
  and(
    eq(imports.id, id),
    eq(imports.status, status),
    eq(imports.done, done),
    sql`${imports.heldUntil} is not distinct from ${heldUntil?.toISOString() ?? null}::timestamptz`,
  )

/** Adds the next changes to those that are shown: the first drafts and the first changed products, in the order of the file. */
const firstChanges = (shown: readonly ImportChange[], next: readonly ImportChange[]): ImportChange[] =>
  Object.values(Object.groupBy([...shown, ...next], ({ kind }) => kind))
    .flatMap((changes) => changes.slice(0, limits.import.changesShown))
    .sort((one, other) => one.row - other.row)

type Batch = {
  rows: readonly { row: number; about: readonly string[] }[]
  publish: boolean
  changes?: readonly ImportChange[]
  newCategories?: readonly string[]
}

/**
 * Records the outcomes of a batch (`rows`) in its transaction. `publish` adds a hint, `changes` and `newCategories` are those of a dry run. Returns the import's new row.
 * Throws `WorkLost`.
 */
export async function advance(
  tx: Tx,
  work: ImportRow,
  plans: readonly Outcome[],
  { rows, publish, changes = [], newCategories = [] }: Batch,
): Promise<ImportRow> {
  const count = (kind: Outcome['kind']) => plans.filter((plan) => plan.kind === kind).length
  const refused = plans.flatMap((plan) => (plan.kind === 'refused' ? [{ row: plan.row, problems: distinct(plan.problems) }] : []))
  const shownBefore = new Set(work.problems.map(({ row }) => row)).size
  const shown = refused.slice(0, Math.max(0, limits.import.problemsShown - shownBefore))
  const about = new Map(rows.map((each) => [each.row, each.about]))
  const changesShown = firstChanges(work.changes, changes)
  const categories = lacking(newCategories, work.newCategories)
  // One more than are counted tells that there are more.
  const categoriesKept = limits.import.categoriesMax + 1
  const done = work.done + plans.length
  const [advanced] = await tx
    .update(imports)
    .set({
      done,
      created: work.created + count('created'),
      updated: work.updated + count('updated'),
      unchanged: work.unchanged + count('unchanged'),
      waiting: work.waiting + plans.filter((plan) => plan.kind === 'updated' && plan.waiting.length > 0).length,
      failed: work.failed + refused.length,
      problems: [
        ...work.problems,
        ...shown.flatMap(({ row, problems }) => problems.map((problem) => ({ row, about: about.get(row), ...problem }))),
      ],
      ...(changesShown.length > work.changes.length && { changes: changesShown }),
      ...(categories.length > 0 && { newCategories: [...work.newCategories, ...categories].slice(0, categoriesKept) }),
      heldUntil: soon,
    })
    .where(isClaimed(work))
    .returning()
  if (!advanced) throw new WorkLost()
  if (refused.length > 0)
    await tx.insert(importProblems).values(refused.map(({ row, problems }) => ({ importId: work.id, row, problems, ...asCells(problems) })))
  if (publish) await hint(tx, 'import.change', work.id, work.userId)
  return advanced
}

/** Renews this node's claim and stores the ignored columns. Throws `WorkLost`. */
export async function renewClaim({ db }: App, work: ImportRow, about: { ignored?: string[] } = {}): Promise<ImportRow> {
  const [renewed] = await db
    .update(imports)
    .set({ heldUntil: soon, ...about })
    .where(isClaimed(work))
    .returning()
  if (!renewed) throw new WorkLost()
  return renewed
}

/** Releases the claim, so that any node can continue at once. */
export async function releaseClaim({ db }: App, work: ImportRow): Promise<void> {
  await db.update(imports).set({ heldUntil: null }).where(isClaimed(work))
}

type End = { status: ImportStatus; problem?: RowProblem | undefined }

/** Ends the work. `problem` is about the file as a whole. */
export async function finishImport(app: App, work: ImportRow, { status, problem }: End): Promise<void> {
  const problems = problem ? [{ row: 0, ...problem }, ...work.problems] : work.problems
  await app.db.transaction(async (tx) => {
    const finishedAt = status === 'checked' ? null : sql`now()`
    const [ended] = await tx.update(imports).set({ status, problems, finishedAt, heldUntil: null }).where(isClaimed(work)).returning()
    if (ended) await hint(tx, 'import.change', work.id, work.userId)
  })
  app.feed.wake()
}
