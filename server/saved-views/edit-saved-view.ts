import { sql } from 'drizzle-orm'
import { AppError } from '#domain/errors.ts'
import type { SavedView, SavedViewEdit } from '#domain/saved-view.ts'
import type { Actor } from '#domain/user.ts'
import type { App } from '#server/platform/app.ts'
import { commit } from '#server/platform/events/commit.ts'
import { refusalText } from '#server/platform/problem-texts.ts'
import {
  assertMayShare,
  hasRoomToShare,
  hintOfSavedView,
  lockShared,
  savedViewColumns,
  savedViewVisibleTo,
  tooManyShared,
} from '#server/saved-views/saved-views.ts'
import { assertActive, stillActive } from '#server/sessions/still-active.ts'

/**
 * Changes a view that the actor sees: their own, or a shared one, which belongs to all admins. Only the owner makes it private again. Throws
 * `not-found`, `not-allowed`, `stale-version`, `too-many-views`.
 */
export async function editSavedView(app: App, actor: Actor, edit: SavedViewEdit): Promise<SavedView> {
  const { id, expected, change } = edit
  const { name, query, shared } = change
  if (shared) assertMayShare(actor)
  const edited = await commit(app, async (tx) => {
    if (shared) await lockShared(tx)
    const [row] = await tx.execute<SavedView & { wasShared: boolean }>(sql`
      update saved_views v
      set name = coalesce(${name ?? null}, v.name), query = coalesce(${query ?? null}, v.query), shared = coalesce(${shared ?? null}::boolean, v.shared)
      from (select id, name, query, shared from saved_views where id = ${id} for update) old
      where v.id = old.id and ${savedViewVisibleTo(actor)} and ${stillActive(actor)}
        and (old.name, old.query, old.shared) = (${expected.name}, ${expected.query}, ${expected.shared}::boolean)
        and (v.owner_id = ${actor.id} or ${shared ?? null}::boolean is not false)
        and (old.shared or ${shared ?? null}::boolean is not true or ${hasRoomToShare})
      returning ${savedViewColumns(actor)}, old.shared as "wasShared"`)
    if (!row) return null
    const { wasShared, ...view } = row
    await hintOfSavedView(tx, actor.id, id, wasShared || view.shared)
    return view
  })
  return edited ?? rejectEdit(app, actor, id, edit)
}

/** Deletes a view that the actor sees, a shared one for all admins. Throws `not-found`. */
export async function deleteSavedView(app: App, actor: Actor, id: string): Promise<void> {
  const deleted = await commit(app, async (tx) => {
    const [row] = await tx.execute<{ shared: boolean }>(sql`
      delete from saved_views v where v.id = ${id} and ${savedViewVisibleTo(actor)} and ${stillActive(actor)} returning v.shared`)
    if (row) await hintOfSavedView(tx, actor.id, id, row.shared)
    return row
  })
  if (!deleted) await rejectEdit(app, actor, id)
}

async function rejectEdit(app: App, actor: Actor, id: string, edit?: SavedViewEdit): Promise<never> {
  await assertActive(app, actor)
  const [fresh] = await app.db.execute<SavedView>(
    sql`select ${savedViewColumns(actor)} from saved_views v where v.id = ${id} and ${savedViewVisibleTo(actor)}`,
  )
  if (!fresh) throw new AppError('not-found')
  if (edit && (['name', 'query', 'shared'] as const).some((field) => fresh[field] !== edit.expected[field]))
    throw new AppError('stale-version', { detail: { fresh }, ...refusalText('view-changed') })
  throw edit?.change.shared ? tooManyShared() : new AppError('not-allowed', { field: 'shared', ...refusalText('view-of-owner') })
}
