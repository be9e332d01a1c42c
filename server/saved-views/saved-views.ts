import { type SQL, sql } from 'drizzle-orm'
import { AppError } from '#domain/errors.ts'
import { type ListPath, listsOf } from '#domain/routes.ts'
import type { NewSavedView, SavedView } from '#domain/saved-view.ts'
import type { Actor } from '#domain/user.ts'
import type { App } from '#server/platform/app.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { locks } from '#server/platform/database/locks.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { executePrepared } from '#server/platform/database/prepared-statement.ts'
import { commit } from '#server/platform/events/commit.ts'
import { hint } from '#server/platform/events/record.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { refusalText } from '#server/platform/problem-texts.ts'
import { assertActive, stillActive } from '#server/sessions/still-active.ts'

/** The columns of a `SavedView` as this person sees it. */
export const savedViewColumns = ({ id }: Actor): SQL =>
  sql`v.id, v.list, v.name, v.query, v.shared, coalesce(v.owner_id = ${id}, false) as "isOwn"`

/** The lists of the actor's role, also for a person whose role has changed since they saved views. */
const ofOwnLists = ({ role }: Actor): SQL => sql`v.list in (select json_array_elements_text(${JSON.stringify(listsOf(role))}::json))`

/** SQL condition: the actor sees this view `v`. */
export const savedViewVisibleTo = (actor: Actor): SQL =>
  sql`(v.owner_id = ${actor.id} or (v.shared and ${actor.role === 'admin'}::boolean)) and ${ofOwnLists(actor)}`

/** The actor's own views and, for admins, all shared ones. */
export async function listSavedViews({ db }: App, actor: Actor): Promise<SavedView[]> {
  return executePrepared<SavedView>(
    db,
    sql`select ${savedViewColumns(actor)} from saved_views v where ${savedViewVisibleTo(actor)} order by v.name collate "und-x-icu", v.id`,
  )
}

/** Throws `not-allowed` for a seller. */
export function assertMayShare({ role }: Actor): void {
  if (role !== 'admin') throw new AppError('not-allowed', { field: 'shared' })
}

/** SQL condition: one more view may be shared. Those that become shared wait for each other, so that the limit holds. */
export const hasRoomToShare = sql`(select count(*) from saved_views where shared) < ${limits.savedView.sharedMax}`
export const lockShared = (tx: Tx) => tx.execute(sql`select pg_advisory_xact_lock(${locks.sharedViews})`)
export const tooManyShared = () =>
  new AppError('too-many-views', { field: 'shared', ...refusalText('too-many-shared', { max: limits.savedView.sharedMax }) })

/** Tells the people who see the view: all admins if it is or was shared, else only its owner. */
export const hintOfSavedView = (tx: Tx, ownerId: string | null, id: string, shared: boolean): Promise<void> =>
  shared ? hint(tx, 'savedView.share', id, null) : hint(tx, 'savedView.change', id, ownerId)

/** Saves the state of a list under a name. Throws `too-many-views`; `not-allowed` for a list of another role, and for a seller who shares. */
export async function createSavedView(app: App, actor: Actor, { list, name, query, shared }: NewSavedView): Promise<SavedView> {
  if (shared) assertMayShare(actor)
  if (!listsOf(actor.role).includes(list satisfies ListPath)) throw new AppError('not-allowed', { field: 'list' })
  const id = newId()
  const made = await commit(app, async (tx) => {
    // One new view of a person at a time, so that their limit holds.
    await tx.execute(sql`select from users where id = ${actor.id} for no key update`)
    if (shared) await lockShared(tx)
    const [row] = await tx.execute<SavedView>(sql`
      with v as (
        insert into saved_views (id, owner_id, list, name, query, shared)
        select ${id}, ${actor.id}, ${list}, ${name}, ${query}, ${shared}::boolean
        where ${stillActive(actor)}
          and (select count(*) from saved_views v where v.owner_id = ${actor.id} and ${ofOwnLists(actor)}) < ${limits.savedView.keptMax}
          and (not ${shared}::boolean or ${hasRoomToShare})
        returning *
      ) select ${savedViewColumns(actor)} from v`)
    if (row) await hintOfSavedView(tx, actor.id, id, shared)
    return row
  })
  if (made) return made
  await assertActive(app, actor)
  const [room] = await app.db.execute(sql`select where not ${shared}::boolean or ${hasRoomToShare}`)
  throw room ? new AppError('too-many-views') : tooManyShared()
}
