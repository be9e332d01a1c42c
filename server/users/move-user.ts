import { type SQL, sql } from 'drizzle-orm'
import { AppError } from '#domain/errors.ts'
import type { EventKind } from '#domain/event-kinds.ts'
import { type Actor, type UserMove, userMoves, whyNotUser } from '#domain/user.ts'
import type { App } from '#server/platform/app.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { commit } from '#server/platform/events/commit.ts'
import { record } from '#server/platform/events/record.ts'
import { refusalText } from '#server/platform/problem-texts.ts'
import { confirmedLately } from '#server/second-factor/check-own-password.ts'
import { assertActive, stillActive } from '#server/sessions/still-active.ts'
import { userNotFound } from '#server/users/find-user.ts'
import { anotherAdmin, lockAdmins, openLineCount, unarchivedCount } from '#server/users/lock-admins.ts'
import { isSupport, type ManagedUser, managedColumns } from '#server/users/managed-user.ts'

const isAlready = (name: UserMove, { role }: ManagedUser) => userMoves[name].role !== null && userMoves[name].role !== role

type Facts = { isLastAdmin: boolean; unarchived: number; openLines: number; confirmed: boolean }

/** Throws the reason why a move changed nothing, from the fresh person; `wrong-status` if the obstacle has gone meanwhile. */
export async function explainUserMove(app: App, actor: Actor, name: UserMove, id: string): Promise<never> {
  await assertActive(app, actor)
  const [found] = await app.db.execute<ManagedUser & Facts>(sql`
    select ${managedColumns(app)}, ${unarchivedCount} as unarchived, ${openLineCount} as "openLines", ${confirmedLately(actor)} as confirmed,
      users.role = 'admin' and users.status = 'active' and not ${anotherAdmin} as "isLastAdmin"
    from users where id = ${id}`)
  if (!found) throw userNotFound()
  const { isLastAdmin, unarchived, openLines, confirmed, ...fresh } = found
  const code = whyNotUser(actor, name, found)
  // If a colleague changed the role first, the refusal names the role, not the status.
  if (code === 'wrong-status' && isAlready(name, found))
    throw new AppError(code, { ...refusalText('has-role-already', found), detail: { fresh } })
  if (code) throw new AppError(code, { detail: { fresh } })
  if (name === 'makeAdmin' && unarchived + openLines > 0) throw new AppError('still-selling', { detail: { unarchived, openLines } })
  if (userMoves[name].confirmed && !confirmed) throw new AppError('confirmation-needed', { field: 'password' })
  throw new AppError('wrong-status', { detail: { fresh } })
}

type Happened = {
  kind: Extract<EventKind, `user.${string}`>
  fields: string[]
  before: Record<string, unknown>
  after: Record<string, unknown>
  reason?: string
}

/** What a move changes, how the history records it, and what else is part of its transaction. */
export type Change = { set: SQL; happened: Happened; also: (tx: Tx, moved: ManagedUser, eventId: number) => Promise<void> }

/** What a move requires of the person, regardless of who makes it, as an SQL condition on `users`. */
export function personMayMove(app: App, name: UserMove): SQL {
  const { from, role, endsAdmin } = userMoves[name]
  const conditions = [sql`users.status in (${sql.raw(from.map((status) => `'${status}'`).join(', '))})`]
  if (role) conditions.push(sql`users.role = ${role}`)
  if (endsAdmin) conditions.push(sql`not ${isSupport(app)} and (users.role <> 'admin' or ${anotherAdmin})`)
  if (name === 'makeAdmin') conditions.push(sql`${unarchivedCount} = 0 and ${openLineCount} = 0`)
  return sql.join(conditions, sql` and `)
}

/** A move of the table as an SQL condition on `users`: true exactly if `whyNotUser` returns null. */
export function userMoveCondition(app: App, name: UserMove, actor: Actor): SQL {
  const { endsAdmin, confirmed } = userMoves[name]
  const conditions = [personMayMove(app, name), stillActive(actor)]
  if (endsAdmin) conditions.push(sql`users.id <> ${actor.id}`)
  if (confirmed) conditions.push(confirmedLately(actor))
  return sql.join(conditions, sql` and `)
}

/** What an undo of a reactivation returns. */
type Suspension = { suspensionReason: string | null; suspendedAt: string | null; suspendedBy: string | null }

/**
 * Runs an admin's move on a person (product §2). Throws `not-found`, `wrong-status` with the fresh person, `own-account`, `support-account`,
 * `last-admin`, `still-selling`, `confirmation-needed`, and `not-allowed` if the actor is no longer an admin.
 */
export async function moveUser(app: App, actor: Actor, name: UserMove, id: string, { set, happened, also }: Change): Promise<ManagedUser> {
  const row = await commit(app, async (tx) => {
    await lockAdmins(tx)
    // Statements that write products or order lines lock the seller's row: after this lock the next statement reads all of them.
    const [former] = await tx.execute<Suspension>(sql`
      select suspension_reason as "suspensionReason", suspended_at as "suspendedAt", suspended_by as "suspendedBy"
      from users where id = ${id} for no key update`)
    const [moved] = await tx.execute<ManagedUser>(sql`
      update users set ${set}, updated_at = now() where users.id = ${id} and ${userMoveCondition(app, name, actor)}
      returning ${managedColumns(app)}`)
    if (!moved) return null
    const before = name === 'reactivate' ? { ...happened.before, ...former } : happened.before
    const eventId = await record(tx, { ...happened, before, itemId: id, ownerId: id, actorId: actor.id, title: moved.name })
    await also(tx, moved, eventId)
    return moved
  })
  return row ?? explainUserMove(app, actor, name, id)
}
