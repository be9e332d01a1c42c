import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/database.ts'
import { record } from '#server/platform/events/record.ts'

/** Takes back what somebody invited who is no active admin from this transaction on: he could be let in again by it. `actorId` is who did that. */
export async function withdrawInvitationsOf(tx: Tx, inviterId: string, actorId: string): Promise<void> {
  const withdrawn = await tx.execute<{ id: string; email: string }>(sql`
    update invitations set withdrawn_at = now()
    where invited_by = ${inviterId} and accepted_at is null and withdrawn_at is null and expires_at > now() returning id, email`)
  for (const { id, email } of withdrawn) await record(tx, { kind: 'user.uninvite', itemId: id, ownerId: null, actorId, title: email })
}
