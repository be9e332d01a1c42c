import { sql } from 'drizzle-orm'
import { type Actor, type UserStatus, whyNotUser } from '#domain/user.ts'
import type { App } from '#server/platform/app.ts'
import { commit } from '#server/platform/events/commit.ts'
import { recorded } from '#server/platform/events/record.ts'
import { canUndo, formerly, lastEvent, undoEvents, undoRefusal } from '#server/platform/events/undo.ts'
import { assertActive } from '#server/sessions/still-active.ts'
import { findUser } from '#server/users/find-user.ts'
import { lockAdmins } from '#server/users/lock-admins.ts'
import { type ManagedUser, managedColumns } from '#server/users/managed-user.ts'
import { explainUserMove, userMoveCondition } from '#server/users/move-user.ts'

/** Anything that the person did or that happened to what is theirs after the move. Reads only the events of the time in which it can be undone. */
const somethingFollowed = sql`exists (select from events o where o.id > last.id and (o.owner_id = users.id or o.actor_id = users.id
    or (o.kind = 'order.placed' and exists (select from order_lines l where l.order_id = o.item_id and l.seller_id = users.id))))`

/**
 * Undoes the actor's own suspension or reactivation, as long as nothing followed it (product §3). Reason, time and author of a suspension return;
 * ended sessions and withdrawn invitations do not. Throws `not-yours`, `too-late` with the fresh person, and as `moveUser` does.
 */
export async function undoUser(app: App, actor: Actor, { id, status }: { id: string; status: UserStatus }): Promise<ManagedUser> {
  const happened = {
    itemId: sql`users.id`,
    ownerId: sql`users.id`,
    actorId: sql`${actor.id}`,
    title: sql`users.name`,
    fields: sql`'{status}'`,
  }
  const values = { before: sql`last.after`, after: sql`jsonb_build_object('status', users.status)` }
  const row = await commit(app, async (tx) => {
    // Locked before the statement begins, as in `moveUser`, so that it reads what other transactions did until then.
    await lockAdmins(tx)
    await tx.execute(sql`select from users where id = ${id} for no key update`)
    const [undone] = await tx.execute<ManagedUser>(sql`
      with ${lastEvent(id)}, changed as (
        update users set status = (last.before ->> 'status')::user_status, suspension_reason = ${formerly('suspensionReason', 'text', 'null')},
          suspended_at = ${formerly('suspendedAt', 'timestamptz', 'null')}, suspended_by = ${formerly('suspendedBy', 'text', 'null')}, updated_at = now()
        from last
        where users.id = ${id} and users.status = ${status} and ${canUndo('user', actor.id)}
          and (last.kind <> 'user.reactivate' or last.before ? 'suspendedAt') and not ${somethingFollowed}
          and ${userMoveCondition(app, 'undo', actor)}
        returning users.*
      ), ${recorded('event', undoEvents('user', { ...happened, ...values }, 'changed users'))}, unsent as (
        delete from outgoing_mails using last, changed where once = 'undoable:' || last.id and attempts = 0
      ), ended as (
        delete from sessions using changed, last where sessions.user_id = changed.id and last.kind = 'user.suspend'
      )
      select ${managedColumns(app)} from changed users`)
    return undone
  })
  return row ?? explainUndo(app, actor, id, status)
}

async function explainUndo(app: App, actor: Actor, id: string, status: UserStatus): Promise<never> {
  await assertActive(app, actor)
  const fresh = await findUser(app, id)
  const refusal = await undoRefusal(app, actor.id, id, fresh)
  if (fresh.status === status && refusal.code !== 'not-yours' && whyNotUser(actor, 'undo', fresh))
    return explainUserMove(app, actor, 'undo', id)
  throw refusal
}
