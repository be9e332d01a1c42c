import { and, eq, inArray, sql } from 'drizzle-orm'
import { AppError } from '#domain/errors.ts'
import type { ImportStatus, OpenedImport } from '#domain/product-import.ts'
import type { Actor } from '#domain/user.ts'
import { findImport, ownImport } from '#server/imports/find-import.ts'
import { openedFromRow } from '#server/imports/import-row.ts'
import type { App } from '#server/platform/app.ts'
import { importProblems, imports } from '#server/platform/database/tables/imports.ts'
import { hint } from '#server/platform/events/record.ts'
import { assertActive, stillActive } from '#server/sessions/still-active.ts'

type Move = { from: readonly ImportStatus[]; to: Partial<typeof imports.$inferInsert> | { finishedAt: ReturnType<typeof sql> } }

/** Starts the run after the dry run: every row is checked again as it is written. Throws `not-found`, `wrong-status`. */
export async function runImport(app: App, actor: Actor, id: string): Promise<OpenedImport> {
  const counted = { done: 0, created: 0, updated: 0, unchanged: 0, waiting: 0, failed: 0, problems: [], changes: [] }
  return moveImport(app, actor, id, { from: ['checked'], to: { status: 'running', heldUntil: null, ...counted } })
}

/** Cancels an import; rows already written stay. Throws `not-found`, `wrong-status`. */
export async function cancelImport(app: App, actor: Actor, id: string): Promise<OpenedImport> {
  return moveImport(app, actor, id, {
    from: ['checking', 'checked', 'running'],
    to: { status: 'cancelled', heldUntil: null, finishedAt: sql`now()` },
  })
}

async function moveImport(app: App, actor: Actor, id: string, { from, to }: Move): Promise<OpenedImport> {
  const moved = await app.db.transaction(async (tx) => {
    const [row] = await tx
      .update(imports)
      .set(to)
      .where(and(ownImport(actor, id), inArray(imports.status, [...from]), stillActive(actor)))
      .returning()
    // The refused rows of the dry run; the run records its own.
    if (row?.status === 'running') await tx.delete(importProblems).where(eq(importProblems.importId, id))
    if (row) await hint(tx, 'import.change', id, actor.id)
    return row
  })
  if (moved) {
    app.feed.wake()
    return openedFromRow(moved)
  }
  await assertActive(app, actor)
  const fresh = await findImport(app, actor, id)
  throw new AppError('wrong-status', { detail: { fresh } })
}
