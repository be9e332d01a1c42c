import { sql } from 'drizzle-orm'
import type { Role } from '#domain/user.ts'
import type { App } from '#server/platform/app.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { record } from '#server/platform/events/record.ts'
import { changeTo } from '#server/users/change-role.ts'
import { openLineCount, unarchivedCount } from '#server/users/lock-admins.ts'
import { type ManagedUser, managedColumns } from '#server/users/managed-user.ts'
import { personMayMove } from '#server/users/move-user.ts'

/**
 * Gives a person the other role, as the provider's role claim says (product §2, §10). It does nothing to the support admin and the last active admin.
 * For a seller who still sells, the claim waits for a later sign-in, and they and the admins are notified why, once. Requires `lockAdmins`, and the
 * lock of the person's row, as `moveUser` takes it.
 */
export async function applyRoleClaim(app: App, tx: Tx, id: string, role: Role): Promise<void> {
  const isPromotion = role === 'admin'
  const { set, happened, also } = changeTo(role, null)
  const [moved] = await tx.execute<ManagedUser>(sql`
    update users set ${set}, updated_at = now() where users.id = ${id} and ${personMayMove(app, isPromotion ? 'makeAdmin' : 'makeSeller')}
    returning ${managedColumns(app)}`)
  if (!moved) return isPromotion ? recordWaiting(tx, id) : undefined
  const about = { itemId: id, ownerId: id, actorId: null, title: moved.name }
  await also(tx, moved, await record(tx, { ...happened, ...about, reason: 'The sign-in provider says so.' }))
}

/** Once per person until their role changes: they may sign in many times before their products are assigned. */
async function recordWaiting(tx: Tx, id: string): Promise<void> {
  const [seller] = await tx.execute<{ name: string; unarchived: number; openLines: number }>(sql`
    select name, ${unarchivedCount} as unarchived, ${openLineCount} as "openLines" from users
    where id = ${id} and role = 'seller' and not exists (
      select from events e where e.item_id = users.id and e.kind = 'user.roleWaits'
        and e.id > coalesce((select max(r.id) from events r where r.item_id = users.id and r.kind = 'user.role'), 0))`)
  if (!seller) return
  const { name, ...after } = seller
  await record(tx, { kind: 'user.roleWaits', itemId: id, ownerId: id, actorId: null, title: name, after })
}
