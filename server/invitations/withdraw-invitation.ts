import { sql } from 'drizzle-orm'
import type { Invitation } from '#domain/invitation.ts'
import type { Actor } from '#domain/user.ts'
import { invitationColumns, isOpen } from '#server/invitations/invitation-row.ts'
import type { App } from '#server/platform/app.ts'
import { record } from '#server/platform/events/record.ts'
import { refuseEnded } from '#server/sessions/refuse-ended.ts'
import { stillActive } from '#server/sessions/still-active.ts'

/** Takes an open invitation back. Throws `not-found`, and `wrong-status` where it was used or taken back before. */
export async function withdrawInvitation(app: App, actor: Actor, id: string): Promise<Invitation> {
  const row = await app.db.transaction(async (tx) => {
    const [withdrawn] = await tx.execute<Invitation>(sql`
      update invitations set withdrawn_at = now() where id = ${id} and ${isOpen} and ${stillActive(actor)} returning ${invitationColumns}`)
    if (!withdrawn) return null
    await record(tx, { kind: 'user.uninvite', itemId: id, ownerId: null, actorId: actor.id, title: withdrawn.email })
    return withdrawn
  })
  if (!row) return refuseEnded(app, actor, 'invitations', id)
  app.feed.wake()
  return row
}
