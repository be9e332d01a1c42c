import { and, desc, eq, getTableColumns, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { AppError, errors } from '#domain/errors.ts'
import type { ImportStatus } from '#domain/product-import.ts'
import type { ImportOptions } from '#domain/transfer.ts'
import type { TransferRun } from '#domain/transfer-run.ts'
import type { Actor } from '#domain/user.ts'
import { removeReleased } from '#server/images/remove-released.ts'
import type { App } from '#server/platform/app.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import { files } from '#server/platform/database/tables/files.ts'
import { transferFindings, transferParts, transferRuns } from '#server/platform/database/tables/transfer-runs.ts'
import { users } from '#server/platform/database/tables/users.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { sentenceOf } from '#server/platform/problem-texts.ts'
import { StartError } from '#server/platform/start-error.ts'
import { confirmedLately } from '#server/second-factor/check-own-password.ts'
import { confirmIdentity, type Proof } from '#server/second-factor/confirm-identity.ts'
import { assertActive, stillActive } from '#server/sessions/still-active.ts'

export type RunRow = typeof transferRuns.$inferSelect

/** The path of an uploaded export in the store. */
export const archiveOf = (id: string): string => `transfers/${id}`

const runs = (db: Database | Tx) =>
  db
    .select({ ...getTableColumns(transferRuns), by: users.name })
    .from(transferRuns)
    .leftJoin(users, eq(users.id, transferRuns.userId))

function runFromRow({ userId: _, createdAt, finishedAt, problem, ...row }: RunRow & { by: string | null }): TransferRun {
  const dates = { createdAt: createdAt.toISOString(), finishedAt: finishedAt?.toISOString() ?? null }
  return { ...row, ...dates, problem: problem && sentenceOf(problem) }
}

/** The imports that are kept, newest first; only the newest with findings. */
export async function listRuns({ db }: Pick<App, 'db'>): Promise<TransferRun[]> {
  const rows = await runs(db).orderBy(desc(transferRuns.createdAt), desc(transferRuns.id)).limit(limits.transferRun.keptMax)
  return rows.map((row, at) => runFromRow(at === 0 ? row : { ...row, progress: { ...row.progress, rejected: undefined } }))
}

/** One import. Throws `not-found`. */
export async function findRun({ db }: Pick<App, 'db'>, id: string): Promise<TransferRun> {
  const [row] = await runs(db).where(eq(transferRuns.id, id))
  if (!row) throw new AppError('not-found')
  return runFromRow(row)
}

/** Imports an export after its dry run. Throws as `confirmIdentity` does, `not-found`, `wrong-status`, `confirmation-needed`. */
export async function startRun(app: App, actor: Actor, { id, ...proof }: Proof & { id: string }): Promise<TransferRun> {
  await confirmIdentity(app, actor, proof)
  const to = { status: 'running', progress: { counts: {}, at: null } } as const
  return moveRun(app, actor, id, { from: ['checked'], to, also: confirmedLately(actor) })
}

/** Cancels an import; the node that works on it stops between two batches. Throws `not-found`, `wrong-status`. */
export async function cancelRun(app: App, actor: Actor, id: string): Promise<TransferRun> {
  const to = { status: 'cancelled', finishedAt: sql`now()` } as const
  const cancelled = await moveRun(app, actor, id, { from: ['checking', 'checked', 'running'], to })
  await removeReleased(app, [archiveOf(id)])
  return cancelled
}

type Move = { from: ImportStatus[]; to: { status: ImportStatus; finishedAt?: SQL; progress?: RunRow['progress'] }; also?: SQL }

async function moveRun(app: App, actor: Actor, id: string, { from, to, also }: Move): Promise<TransferRun> {
  const moved = await app.db.transaction(async (tx) => {
    const [row] = await tx
      .update(transferRuns)
      .set(to)
      .where(and(eq(transferRuns.id, id), inArray(transferRuns.status, from), isNull(transferRuns.finishedAt), stillActive(actor), also))
      .returning({ id: transferRuns.id })
    if (!row) return false
    if (to.status === 'running') await tx.delete(transferFindings).where(eq(transferFindings.runId, id))
    else await releaseArchive(tx, id)
    return true
  })
  const fresh = await findRun(app, id)
  if (moved) return fresh
  await assertActive(app, actor)
  if (also && from.includes(fresh.status) && fresh.finishedAt === null) throw new AppError('confirmation-needed', { field: 'password' })
  throw new AppError('wrong-status', { detail: { fresh } })
}

/** Releases the archive of an import that ends, in the transaction that ends it. */
export async function releaseArchive(tx: Tx, id: string): Promise<void> {
  await tx.delete(transferParts).where(eq(transferParts.runId, id))
  await tx
    .update(files)
    .set({ releasedAt: sql`now()` })
    .where(eq(files.path, archiveOf(id)))
}

/** What the command says while another import is open. */
export const otherIsOpen = () => new StartError(`${errors['transfer-open'].message} Settings → Moving in shows it.`)

/**
 * Prepares for an import by the command while no node runs: what a killed node was importing is ended, because if that was resumed later, it would
 * bring older records. Throws `StartError` if an upload waits for its import.
 */
export async function endInterrupted(db: App['sql'], { dryRun }: Pick<ImportOptions, 'dryRun'>): Promise<void> {
  const [waits] = await db`select from transfer_runs where status = 'checked' and finished_at is null`
  if (waits) throw otherIsOpen()
  if (!dryRun)
    await db`
      with ended as (
        update transfer_runs set status = 'cancelled', finished_at = now() where status = 'running' and finished_at is null returning id
      ), parts as (delete from transfer_parts where run_id in (select id from ended))
      update files set released_at = now() where path in (select ${archiveOf('')} || id from ended)`
}
